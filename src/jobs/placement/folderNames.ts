import type { FileStore } from '../files/fileStore.ts';
import { foldedName } from './safeFileName.ts';

/** The names in a folder, of which two that differ only by case or Unicode form count as one. */
export async function takenNames(files: FileStore, folderUri: string): Promise<Set<string>> {
  return new Set((await files.names(folderUri)).map(foldedName));
}
