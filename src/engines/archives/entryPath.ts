import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/**
 * An entry's path below the destination folder; empty for that folder itself.
 * @throws ConversionError for a path that leads elsewhere
 */
export function entryPath(path: string): string {
  const parts = path.split(/[/\\]/);
  if (parts.includes('..') || /^[a-z]:/i.test(path)) throw new ConversionError(fault('archive.entryOutside'));
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
