import { baseName } from '../../jobs/files/fileUri.ts';
import { foreign, type Words } from './words.ts';

/** The name of a file, by its URI. */
export function fileName(uri: string): Words {
  return foreign(baseName(uri));
}
