import { existsSync } from 'node:fs';

const folders = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/** Where systems keep a program of theirs: what lies on PATH may be anybody's. */
export function systemPaths(name: string): string[] {
  return folders.map((folder) => `${folder}/${name}`);
}

/** The first of these paths that is there, or else the first. */
export function systemProgram(name: string): string {
  const [first = '', ...others] = systemPaths(name);
  return [first, ...others].find((file) => existsSync(file)) ?? first;
}
