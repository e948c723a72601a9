import { hostile } from './faults.ts';

/**
 * The path of an entry below the folder that it is unpacked to; empty for that folder itself.
 * @throws ConversionError for a path that leads elsewhere
 */
export function entryPath(path: string): string {
  const parts = path.split(/[/\\]/);
  if (parts.includes('..') || /^[a-z]:/i.test(path)) throw hostile('an entry lies outside of its folder');
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
