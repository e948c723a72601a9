import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';

/** The user for servers that refuse to run as root: `nobody` if the tests run as root, else the current user. */
interface User {
  readonly uid?: number;
  readonly gid?: number;
}

export const ordinaryUser: User = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

/** Makes a folder that is that user's alone. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, gid } = ordinaryUser;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}

function idOf(which: string): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}
