import { existsSync } from 'node:fs';

const folders = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/** The system's paths for one of its programs: PATH may contain anybody's files. */
export function systemPaths(name: string): string[] {
  return folders.map((folder) => `${folder}/${name}`);
}

/** The first existing path, or else the first. */
export function systemProgram(name: string): string {
  const [first = '', ...others] = systemPaths(name);
  return [first, ...others].find((file) => existsSync(file)) ?? first;
}
