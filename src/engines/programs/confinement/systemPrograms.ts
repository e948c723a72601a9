import { existsSync } from 'node:fs';

const folders = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/**
 * Returns the system's paths for one of its programs. PATH isn't searched, because its folders may contain anybody's
 * files.
 */
export function systemPaths(name: string): string[] {
  return folders.map((folder) => `${folder}/${name}`);
}

/** Returns the first path at which the program exists, or the first path if there is none. */
export function systemProgram(name: string): string {
  const [first = '', ...others] = systemPaths(name);
  return [first, ...others].find((file) => existsSync(file)) ?? first;
}
