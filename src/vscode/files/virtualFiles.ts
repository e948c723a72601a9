import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../jobs/files/fileStore.ts';
import { inFolder, temporaryName } from '../../jobs/files/fileUri.ts';
import { numberedName, safeFileName } from '../../contract/safeFileName.ts';
import type { StrayFile } from '../ui/treeView.ts';

/**
 * Copies files that have no path on this computer into a folder, and returns their URIs. If a name exists, it gets a
 * number.
 * @throws FileStoreError
 */
export async function copyVirtualFiles(
  files: FileStore,
  strays: readonly StrayFile[],
  folderUri: string,
): Promise<string[]> {
  const kept: string[] = [];
  for (const stray of strays) kept.push(await keep(files, stray, folderUri));
  return kept;
}

async function keep(files: FileStore, stray: StrayFile, folderUri: string): Promise<string> {
  const { uri, sink } = await files.createTemporary(folderUri, temporaryName());
  try {
    await pipeline(Readable.from([await stray.data()]), sink);
    const name = safeFileName(stray.name) ?? 'file';
    for (let number = 0; ; number += 1) {
      const target = inFolder(folderUri, numberedName(name, number));
      if (await files.moveToFree(uri, target)) return target;
    }
  } catch (error) {
    await files.remove(uri).catch(() => {});
    throw error;
  }
}
