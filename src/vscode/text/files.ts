import { baseName } from '../../jobs/files/fileUri.ts';
import { foreign, type Words } from './words.ts';

/** The name of a file, by its URI. */
export function fileName(uri: string): Words {
  return foreign(baseName(uri));
}

/** What people call a format: `PNG`. */
export function formatName(format: string): Words {
  return foreign(format.toUpperCase());
}
