import { spawnSync } from 'node:child_process';

const script = 'PATH=/usr/bin:/bin; mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"';
/** Who is not root is one in a room of his own, where he owns nothing else. */
const room = process.getuid?.() === 0 ? '-m' : '-rm';

/** What runs a program that has a disk of its own at a folder, of this size; nobody else sees it but by the program's root. */
export function ownDisk(folder: string, size: string): readonly string[] {
  return ['/usr/bin/unshare', room, '/bin/sh', '-c', script, 'sh', size, folder];
}

/** Without leave to mount there is no such disk. */
export const mayMount = spawnSync('unshare', [room, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
