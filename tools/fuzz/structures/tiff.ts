import type { Dissection } from './structure.ts';

const entryBytes = 12;
const tagBytes = 2;

/** The tags of a TIFF's first page, each with its type, count, and value. */
export function tiffStructure(bytes: Buffer): Dissection | undefined {
  const order = bytes.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return undefined;
  const isLittle = order.startsWith('I');
  const short = (at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  if (bytes.length < 8) return undefined;
  const directory = isLittle ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
  if (directory + 2 > bytes.length) return undefined;
  const first = directory + 2;
  const count = Math.min(short(directory), Math.floor((bytes.length - first) / entryBytes));
  const parts = Array.from({ length: count }, (_, index) => {
    const entry = bytes.subarray(first + index * entryBytes, first + (index + 1) * entryBytes);
    return { name: entry.toString('latin1', 0, tagBytes), content: entry.subarray(tagBytes) };
  });
  return {
    parts,
    assemble: (all) => {
      const copy = Buffer.from(bytes);
      if (isLittle) copy.writeUInt16LE(all.length, directory);
      else copy.writeUInt16BE(all.length, directory);
      for (const [index, { name, content }] of all.entries()) {
        const entry = Buffer.alloc(entryBytes);
        entry.write(name, 'latin1');
        content.copy(entry, tagBytes);
        entry.copy(copy, first + index * entryBytes);
      }
      return copy;
    },
  };
}
