import { type FileStore, isFileError } from '../files/fileStore.ts';
import { foldedName } from './safeFileName.ts';

/** The names in a folder that may be yet to be made, of which two that differ only by case or Unicode form count as one. */
export async function takenNames(files: FileStore, folderUri: string): Promise<Set<string>> {
  try {
    return new Set((await files.names(folderUri)).map(foldedName));
  } catch (error) {
    if (isFileError(error) && error.code === 'file.missing') return new Set();
    throw error;
  }
}
