import { type FileHandle, open } from 'node:fs/promises';

// OpenType: a directory of tables, big-endian; a collection has several directories.
const collectionMagic = 'ttcf';
const entryBytes = 16;
const maxTableBytes = 4 * 1024 * 1024;
const maxFaces = 64;

/** First and last character. */
type Characters = readonly [first: number, last: number];

/** The names of the families that a file of fonts holds. What is none has none, or makes it throw. */
export async function familiesIn(path: string): Promise<string[]> {
  return (await tables(path, 'name')).flatMap(familiesOf);
}

/** The characters that a file of fonts can draw; of what is none as above. */
export async function charactersIn(path: string): Promise<Characters[]> {
  return (await tables(path, 'cmap')).flatMap(charactersOf);
}

/** The table of this name of every font in a file. */
async function tables(path: string, name: string): Promise<Buffer[]> {
  const file = await open(path);
  try {
    const found: Buffer[] = [];
    for (const start of await directories(file)) {
      const count = (await read(file, start + 4, 2)).readUInt16BE();
      const directory = await read(file, start + 12, count * entryBytes);
      const at = Array.from({ length: count }, (_, index) => index * entryBytes).find(
        (each) => directory.toString('latin1', each, each + 4) === name,
      );
      if (at === undefined) continue;
      found.push(await read(file, directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12)));
    }
    return found;
  } finally {
    await file.close();
  }
}

async function directories(file: FileHandle): Promise<number[]> {
  const head = await read(file, 0, 12);
  if (head.toString('latin1', 0, 4) !== collectionMagic) return [0];
  const offsets = await read(file, 12, Math.min(head.readUInt32BE(8), maxFaces) * 4);
  return Array.from({ length: offsets.length / 4 }, (_, index) => offsets.readUInt32BE(index * 4));
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(length, maxTableBytes));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
  return buffer.subarray(0, bytesRead);
}

const familyIds = new Set([1, 16]);

/** The names in Unicode, of whatever language. */
function familiesOf(table: Buffer): string[] {
  const strings = table.readUInt16BE(4);
  return Array.from({ length: table.readUInt16BE(2) }, (_, index) => 6 + index * 12).flatMap((at) => {
    const [platform, id] = [table.readUInt16BE(at), table.readUInt16BE(at + 6)];
    if (platform === 1 || !familyIds.has(id)) return [];
    const start = strings + table.readUInt16BE(at + 10);
    const utf16 = Buffer.from(table.subarray(start, start + table.readUInt16BE(at + 8)));
    return [utf16.swap16().toString('utf16le')];
  });
}

function charactersOf(table: Buffer): Characters[] {
  const subtables = Array.from({ length: table.readUInt16BE(2) }, (_, index) =>
    table.readUInt32BE(8 + index * 8),
  );
  return [...new Set(subtables)].flatMap((at) => {
    const format = table.readUInt16BE(at);
    if (format === 4) return segments(table.subarray(at));
    return format === 12 ? groups(table.subarray(at)) : [];
  });
}

/** Format 4: characters of the first plane. */
function segments(subtable: Buffer): Characters[] {
  const bytes = subtable.readUInt16BE(6);
  return Array.from({ length: bytes / 2 }, (_, index) => [
    subtable.readUInt16BE(16 + bytes + index * 2),
    subtable.readUInt16BE(14 + index * 2),
  ]);
}

/** Format 12: characters of any plane. */
function groups(subtable: Buffer): Characters[] {
  return Array.from({ length: subtable.readUInt32BE(12) }, (_, index) => [
    subtable.readUInt32BE(16 + index * 12),
    subtable.readUInt32BE(20 + index * 12),
  ]);
}
