import { readdirSync } from 'node:fs';
import path from 'node:path';

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
