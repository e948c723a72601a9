import type { Dissection } from './structure.ts';

const versions = new Set(['\0\x01\0\0', 'OTTO', 'true']);
const headBytes = 12;
const recordBytes = 16;

/** The tables of a TrueType or OpenType font. */
export function sfntStructure(bytes: Buffer): Dissection | undefined {
  const version = bytes.toString('latin1', 0, 4);
  if (!versions.has(version) || bytes.length < headBytes) return undefined;
  const count = Math.min(bytes.readUInt16BE(4), Math.floor((bytes.length - headBytes) / recordBytes));
  const parts = Array.from({ length: count }, (_, index) => {
    const record = headBytes + index * recordBytes;
    const start = bytes.readUInt32BE(record + 8);
    return {
      name: bytes.toString('latin1', record, record + 4),
      content: bytes.subarray(start, start + bytes.readUInt32BE(record + 12)),
    };
  });
  return {
    parts,
    assemble: (all) => {
      const head = Buffer.alloc(headBytes + all.length * recordBytes);
      bytes.copy(head, 0, 0, headBytes);
      head.writeUInt16BE(all.length, 4);
      let at = head.length;
      const tables = all.map(({ name, content }, index) => {
        const record = headBytes + index * recordBytes;
        head.write(name, record, 'latin1');
        head.writeUInt32BE(at, record + 8);
        head.writeUInt32BE(content.length, record + 12);
        const padded = Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
        at += padded.length;
        return padded;
      });
      return Buffer.concat([head, ...tables]);
    },
  };
}
