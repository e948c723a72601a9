import { spawnSync } from 'node:child_process';

const script = 'PATH=/usr/bin:/bin; mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"';
/** An unprivileged user becomes root in a user namespace, where it owns nothing else. */
const room = process.getuid?.() === 0 ? '-m' : '-rm';

/** The command that runs a program with its own disk of this size at a folder; others see it only through the process's root. */
export function ownDisk(folder: string, size: string): readonly string[] {
  return ['/usr/bin/unshare', room, '/bin/sh', '-c', script, 'sh', size, folder];
}

/** Without permission to mount, there is no such disk. */
export const mayMount = spawnSync('unshare', [room, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
