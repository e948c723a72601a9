import { spawnSync } from 'node:child_process';

const script = 'PATH=/usr/bin:/bin; mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"';
/** To mount a disk, an unprivileged user needs a user namespace in which it is root. */
const room = process.getuid?.() === 0 ? '-m' : '-rm';

/**
 * The beginning of a command line that runs a program with its own disk of this size at a folder. Other processes only
 * see that disk through the root folder of the program's process.
 */
export function ownDisk(folder: string, size: string): readonly string[] {
  return ['/usr/bin/unshare', room, '/bin/sh', '-c', script, 'sh', size, folder];
}

/** True if this user may mount such a disk. */
export const mayMount = spawnSync('unshare', [room, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
