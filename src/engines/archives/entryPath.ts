import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/**
 * Returns an entry's path below the destination folder, or an empty string for the folder itself.
 * @throws ConversionError for a path that leads out of the folder
 */
export function entryPath(path: string): string {
  const parts = path.split(/[/\\]/);
  if (parts.includes('..') || /^[a-z]:/i.test(path)) throw new ConversionError(fault('archive.entryOutside'));
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
