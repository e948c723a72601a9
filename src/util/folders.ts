import { execFile, spawnSync } from 'node:child_process';
import { type Dirent, lstatSync, opendirSync, rmSync } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { systemCode } from './files.ts';

/** The unit in which the system counts a file's blocks (inode(7)). */
export const blockBytes = 512;

/** The content of a folder, as far as it could be read. */
interface FolderUse {
  /** The sum of all files: the size of each, or the disk space that it takes if that is more. */
  readonly bytes: number;
  /** The number of files, folders, links, and others. Counting stops above the maximum. */
  readonly entries: number;
  /** False if a part couldn't be read, so that more may be there. */
  readonly isComplete: boolean;
}

/**
 * Measures a folder with all its subfolders, whatever a program wrote there. Doesn't follow links. Runs synchronously,
 * so it belongs in a thread that does nothing else.
 */
export function measureFolder(folder: string, maxEntries: number): FolderUse {
  let [bytes, entries, isComplete] = [0, 0, true];
  /** Returns nothing for files that don't exist any longer. */
  const read = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) isComplete = false;
      return undefined;
    }
  };
  const folders = [folder];
  while (folders.length > 0 && entries <= maxEntries) {
    const parent = folders.pop() ?? '';
    const opened = read(() => opendirSync(parent));
    const next = (): Dirent | null | undefined => read(() => opened?.readSync());
    for (let entry = next(); entry && entries <= maxEntries; entry = next()) {
      entries += 1;
      const file = path.join(parent, entry.name);
      const facts = read(() => lstatSync(file));
      if (facts?.isDirectory()) folders.push(file);
      else bytes += facts ? sizeOf(facts) : 0;
    }
    opened?.closeSync();
  }
  return { bytes, entries, isComplete };
}

/** The size of a file, or the disk space that it takes if that is more, which the system reserves on request. */
export function sizeOf({ size, blocks }: { readonly size: number; readonly blocks: number }): number {
  return Math.max(size, blocks * blockBytes);
}

/** On Windows, a download or an ending program may keep files open for a moment. */
const patiently = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 } as const;

/**
 * Removes the given folders. rm(1) removes paths of any length, and doesn't follow a link that replaces a folder
 * meanwhile, as Node does. Folders that a program made inaccessible become accessible first.
 */
const removal = `rm -rf -- "$@" 2>/dev/null || { chmod -R u+rwX -- "$@" && rm -rf -- "$@"; }`;
const shell = '/bin/sh';
const removalOf = (folders: readonly string[]): string[] => ['-c', removal, shell, ...folders];
/** The user's PATH may contain anybody's files. */
const env = { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' };

/**
 * Removes files, and folders with everything that a program left in them. Does nothing for those that don't exist.
 * @throws Error if something couldn't be removed
 */
export async function removeAll(files: readonly string[]): Promise<void> {
  if (process.platform === 'win32') {
    await Promise.all(files.map(async (file) => rm(file, patiently)));
    return;
  }
  // Starting a process takes 10 ms, and most jobs leave a single file. Removing a file doesn't follow links.
  const folders: string[] = [];
  for (const file of files) await unlink(file).catch(() => folders.push(file));
  if (folders.length > 0) await promisify(execFile)(shell, removalOf(folders), { env });
}

/**
 * Removes a folder as `removeAll` does, but waits for it, because the process is ending.
 * @throws Error if something couldn't be removed
 */
export function removeFolderSync(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (process.platform === 'win32' || spawnSync(shell, removalOf([folder]), { env }).status !== 0)
      throw error;
  }
}
