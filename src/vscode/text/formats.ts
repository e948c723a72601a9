import { foreign, type Words } from './words.ts';

/** What people call a format: `PNG`. */
export function formatName(format: string): Words {
  return foreign(format.toUpperCase());
}
