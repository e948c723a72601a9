import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../jobs/files/fileStore.ts';
import { inFolder, temporaryName } from '../../jobs/files/fileUri.ts';
import { numberedName, safeFileName } from '../../contract/safeFileName.ts';
import type { VirtualFile } from '../ui/treeView.ts';

/**
 * Copies files that have no path on this computer into a folder, and returns their URIs. If a name exists, it gets a
 * number.
 * @throws FileStoreError
 */
export async function copyVirtualFiles(
  files: FileStore,
  virtualFiles: readonly VirtualFile[],
  folderUri: string,
): Promise<string[]> {
  const kept: string[] = [];
  for (const file of virtualFiles) kept.push(await keep(files, file, folderUri));
  return kept;
}

async function keep(files: FileStore, file: VirtualFile, folderUri: string): Promise<string> {
  const { uri, sink } = await files.createTemporary(folderUri, temporaryName());
  try {
    await pipeline(Readable.from([await file.data()]), sink);
    const name = safeFileName(file.name) ?? 'file';
    for (let number = 0; ; number += 1) {
      const target = inFolder(folderUri, numberedName(name, number));
      if (await files.moveToFree(uri, target)) return target;
    }
  } catch (error) {
    await files.remove(uri).catch(() => {});
    throw error;
  }
}
