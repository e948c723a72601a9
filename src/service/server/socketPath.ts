import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { Disposable } from '../../util/disposable.ts';
import { LeasedFolder, leasedFolderPrefix } from '../../util/lease.ts';

/** The maximum length of a Unix socket's path on macOS, which has the shortest limit. */
const maxPathBytes = 103;

/** A path for a socket that only this user can access. */
interface SocketPath extends Disposable {
  readonly path: string;
}

/** Chooses an unused path: a named pipe on Windows, otherwise a Unix socket in a private folder. */
export async function createSocketPath(platform: NodeJS.Platform = process.platform): Promise<SocketPath> {
  if (platform === 'win32') {
    return { path: `\\\\.\\pipe\\fun-${randomBytes(16).toString('hex')}`, dispose: () => undefined };
  }
  const folder = await LeasedFolder.create(shortEnough(os.tmpdir()) ? os.tmpdir() : '/tmp');
  return { path: path.join(folder.path, 's'), dispose: () => folder.dispose() };
}

function shortEnough(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `${leasedFolderPrefix}0123456789abcdef`, 's')) <= maxPathBytes;
}
