import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file's name and content. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export function named(file: string): NamedFile {
  return { name: path.basename(file), bytes: readFileSync(file) };
}

/** Every file below a folder, except leases. Files removed meanwhile are ignored. */
export function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    if (entry.isDirectory()) return filesBelow(path.join(folder, entry.name));
    return entry.name === 'lease.json' ? [] : [entry.name];
  });
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
