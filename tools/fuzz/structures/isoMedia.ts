import { isoBox } from '../../../src/engines/lib/isoBoxes.ts';
import { type Dissection, sequence, type Structure } from './structure.ts';

const headBytes = 8;

/** The size of the data before nested boxes, by box type (ISO/IEC 14496-12; JPEG 2000, annex I). */
const prefixBytes: ReadonlyMap<string, number> = new Map([
  ...['moov', 'trak', 'mdia', 'minf', 'stbl', 'dinf', 'edts', 'udta', 'moof', 'traf', 'mvex'].map(
    (type) => [type, 0] as const,
  ),
  ...['iprp', 'ipco', 'jp2h', 'res ', 'ilst'].map((type) => [type, 0] as const),
  ['meta', 4],
  ['iinf', 6],
  ['stsd', 8],
  ['dref', 8],
]);

/** The boxes of an ISO base media file (MP4, MOV, HEIC, AVIF), or of JPEG 2000 or JPEG XL, which use the same boxes. */
export function isoMediaStructure(bytes: Buffer): Dissection | undefined {
  const type = bytes.toString('latin1', 4, 8);
  return ['ftyp', 'jP  ', 'JXL '].includes(type) ? boxesIn(bytes, 0) : undefined;
}

function boxesIn(bytes: Buffer, prefix: number): Dissection | undefined {
  const boxes = sequence(prefix, bytes.length - headBytes + 1, (at) => {
    const length = bytes.readUInt32BE(at);
    // A size of 0 means that the box extends to the end of the file, and 1 that the size has 64 bits.
    const end = length < headBytes ? bytes.length : at + length;
    const name = bytes.toString('latin1', at + 4, at + headBytes);
    const inside = prefixBytes.get(name);
    const nested: { structure?: Structure } =
      inside === undefined ? {} : { structure: (content) => boxesIn(content, inside) };
    return { name, content: bytes.subarray(at + headBytes, end), ...nested, end };
  });
  if (boxes.length === 0) return undefined;
  return {
    parts: boxes,
    assemble: (parts) =>
      Buffer.concat([bytes.subarray(0, prefix), ...parts.map(({ name, content }) => isoBox(name, content))]),
  };
}
