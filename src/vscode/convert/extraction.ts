import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fitName, foldedName, splitName, visibleFolderName } from '../../contract/safeFileName.ts';
import { DiskFileStore, guarded, moveFolderToFree } from '../../jobs/core/diskFileStore.ts';
import { takenNames } from '../../jobs/placement/outputFolder.ts';
import { CodedError } from '../../contract/errors.ts';
import { LeasedFolder } from '../../util/lease.ts';
import type { LocalService } from '../localService/localService.ts';

/** A folder with the files of an archive. */
export interface ExtractedFolder extends Awaited<ReturnType<LocalService['extract']>> {
  readonly path: string;
  /** Path of the archive. */
  readonly archive: string;
  /** Changes with every file that is added, changed, or removed. */
  readonly fingerprint: string;
}

const disk = new DiskFileStore();

/**
 * Extracts an archive into a new folder beside it, named after the archive. The folder appears once it is complete; a
 * failed or aborted extraction leaves nothing. It is written inside a hidden leased folder, which rules ignore and, if
 * this process dies, the next extraction beside it deletes.
 * @throws CodedError, or the signal's reason
 */
export async function extractBeside(
  local: Pick<LocalService, 'extract'>,
  archive: string,
  signal: AbortSignal,
  password?: string,
): Promise<ExtractedFolder> {
  const facts = await disk.facts(pathToFileURL(archive).href);
  // Reading a device or a named pipe may never end.
  if (facts?.kind !== 'file')
    throw new CodedError(facts === undefined ? 'file.missing' : 'file.not_a_file', archive);
  const { dir, base: fileName } = path.parse(archive);
  const lease = await guarded('file.unwritable', LeasedFolder.create(dir, undefined, '.'));
  const outputPath = path.join(lease.path, 'content');
  try {
    await guarded('file.unwritable', mkdir(outputPath));
    const entries = await local.extract({ inputPath: archive, outputPath, fileName, password }, signal);
    const fingerprint = await fingerprintOf(outputPath);
    signal.throwIfAborted();
    return { ...entries, archive, fingerprint, path: await place(outputPath, dir, splitName(fileName).stem) };
  } finally {
    // A worker that was just killed may still be writing. Afterwards, disposing has little to delete at once.
    await rm(outputPath, { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
    lease.dispose();
  }
}

/** True if nothing in the folder was changed since it was extracted. */
export async function isUnchanged(folder: ExtractedFolder): Promise<boolean> {
  return (await fingerprintOf(folder.path).catch(() => undefined)) === folder.fingerprint;
}

async function place(from: string, parent: string, name: string): Promise<string> {
  const stem = visibleFolderName(name) ?? 'archive';
  const taken = await takenNames(disk, pathToFileURL(parent).href);
  for (let number = 0; ; number += 1) {
    const free = fitName(stem, '', number === 0 ? '' : ` (${number})`);
    const target = path.join(parent, free);
    if (!taken.has(foldedName(free)) && (await moveFolderToFree(from, target))) return target;
  }
}

async function fingerprintOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = await Promise.all(
    entries.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const { size, mtimeMs } = await lstat(file);
      const facts = entry.isDirectory() ? 'folder' : entry.isFile() ? [size, mtimeMs] : 'other';
      return JSON.stringify([path.relative(folder, file), facts]);
    }),
  );
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');
}
