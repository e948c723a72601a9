import { type Dissection, sequence } from './structure.ts';

const headBytes = 27;
const sumAt = 22;

/** The pages of an Ogg stream. */
export function oggStructure(bytes: Buffer): Dissection | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'OggS') return undefined;
  const pages = sequence(0, bytes.length - headBytes + 1, (at) => {
    const lacing = bytes.subarray(at + headBytes, at + headBytes + (bytes[at + headBytes - 1] ?? 0));
    const end = at + headBytes + lacing.length + lacing.reduce((all, byte) => all + byte, 0);
    return { name: 'page', content: bytes.subarray(at, end), end };
  });
  return {
    parts: pages,
    assemble: (parts) => Buffer.concat(parts.map(({ content }) => summed(content))),
  };
}

function summed(page: Buffer): Buffer {
  if (page.length < headBytes) return page;
  const copy = Buffer.from(page);
  copy.writeUInt32LE(0, sumAt);
  let sum = 0;
  for (const byte of copy) sum = ((sum << 8) ^ (sums[((sum >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  copy.writeUInt32LE(sum, sumAt);
  return copy;
}

/** CRC-32 without reflection, as defined by RFC 3533. */
const sums = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04_c1_1d_b7 : 0);
  return sum >>> 0;
});
