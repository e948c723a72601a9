/** Reads `count` bits, at most 16, from the bit offset `bit`. Bits are numbered from the highest one of each byte. */
export function bitsAt(bytes: Uint8Array, bit: number, count: number): number {
  const at = bit >> 3;
  const window = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  return (window >> (24 - (bit & 7) - count)) & ((1 << count) - 1);
}

/** Returns a copy with the bits of each byte reversed. */
export function withReversedBits(bytes: Buffer): Buffer {
  const turned = Buffer.alloc(bytes.length);
  for (const [at, byte] of bytes.entries()) turned[at] = reversed[byte] ?? 0;
  return turned;
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit += 1) turned |= ((byte >> bit) & 1) << (7 - bit);
  return turned;
});
