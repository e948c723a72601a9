import { damaged } from '../../api/faults.ts';

const escape = 0x80;
const maxRun = 256;

/** So many bytes, of which those that repeat stand behind an escape and their count. @throws ConversionError or RangeError */
export function unpackEscapes(packed: Buffer, bytes: number): Buffer {
  // What is claimed takes no memory that the file can't fill.
  if (packed.length < (bytes / maxRun) * 3) throw damaged('image');
  const plain = Buffer.alloc(bytes);
  let at = 0;
  for (let to = 0; to < bytes;) {
    const lead = packed.readUInt8(at);
    at += 1;
    const more = lead === escape ? packed.readUInt8(at) : 0;
    if (lead === escape) at += 1;
    // An escape and 0 is the byte that the escape has itself.
    const value = more > 0 ? packed.readUInt8(at) : lead;
    if (more > 0) at += 1;
    const end = Math.min(to + more + 1, bytes);
    plain.fill(value, to, end);
    to = end;
  }
  return plain;
}
