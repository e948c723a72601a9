/** Decompresses PackBits data, up to `length` bytes (TIFF 6.0, section 9). */
export function unpackBits(packed: Buffer, length: number): Buffer {
  const unpacked = Buffer.alloc(length);
  let end = 0;
  for (let at = 0; at < packed.length && end < length;) {
    const head = packed.readInt8(at);
    at += 1;
    if (head >= 0) {
      end += packed.copy(unpacked, end, at, Math.min(at + head + 1, packed.length));
      at += head + 1;
    } else if (head !== -128) {
      const stop = Math.min(length, end + 1 - head);
      unpacked.fill(packed[at] ?? 0, end, stop);
      end = stop;
      at += 1;
    }
  }
  return unpacked.subarray(0, end);
}
