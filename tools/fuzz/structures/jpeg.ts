import { type Dissection, type StructurePart, sequence } from './structure.ts';

const startOfScan = '\xda';

/** The segments of a JPEG. Everything after the header of the first scan belongs to that segment. */
export function jpegStructure(bytes: Buffer): Dissection | undefined {
  if (!bytes.toString('latin1', 0, 3).startsWith('\xff\xd8\xff')) return undefined;
  const segments = sequence(2, bytes.length - 3, (at) => {
    if (bytes[at] !== 0xff) return undefined;
    const name = bytes.toString('latin1', at + 1, at + 2);
    const end = name === startOfScan ? bytes.length : at + 2 + bytes.readUInt16BE(at + 2);
    return { name, content: bytes.subarray(at + (name === startOfScan ? 2 : 4), end), end };
  });
  return {
    parts: segments,
    assemble: (parts) => Buffer.concat([bytes.subarray(0, 2), ...parts.map(segmentOf)]),
  };
}

function segmentOf({ name, content }: StructurePart): Buffer {
  const marker = Buffer.from(`\xff${name}`, 'latin1');
  if (name === startOfScan) return Buffer.concat([marker, content]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE((content.length + 2) % 0x1_00_00);
  return Buffer.concat([marker, length, content]);
}
