import { unzipSync } from 'fflate';
import { pythonArchive } from './hostileArchives.ts';

/** A change to an entry, written in Python: `data` is the entry's content, and `name` is its path. */
export interface Changes {
  /** Statements, one per line, that run for each entry. */
  readonly each?: string;
  /** Statements that write more entries into `z`. */
  readonly more?: string;
}

/** A zip, such as a document, with its entries changed. */
export async function rezipped(file: string, { each = 'pass', more = '' }: Changes): Promise<Buffer> {
  return pythonArchive(`
import re
z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED, compresslevel=1)
source = zipfile.ZipFile(${JSON.stringify(file)})
for entry in source.infolist():
    name, data = entry.filename, source.read(entry)
    ${each.replaceAll('\n', '\n    ')}
    z.writestr(name, data, zipfile.ZIP_STORED if name == 'mimetype' else None)
${more}
z.close()`);
}

/** A copy of the zip that claims this size for an entry, both in the header before it and in the directory. */
export function withClaimedSize(zip: Buffer, path: string, bytes: number): Buffer {
  const lying = Buffer.from(zip);
  for (let at = lying.indexOf(path); at >= 0; at = lying.indexOf(path, at + 1)) {
    if (lying.toString('latin1', at - 30, at - 26) === 'PK\x03\x04') lying.writeUInt32LE(bytes, at - 8);
    if (lying.toString('latin1', at - 46, at - 42) === 'PK\x01\x02') lying.writeUInt32LE(bytes, at - 22);
  }
  return lying;
}

/** All contents of a ZIP, concatenated. */
export function contentsOf(zip: Buffer): Buffer {
  return Buffer.concat(Object.values(unzipSync(zip)));
}
