const maxCodeBits = 12;

/** How many pixels the codes of a frame stand for (GIF89a Specification, appendix F), none where they make no sense; `used` gets the colors. */
export function pixelsOfCodes(data: Buffer, rootBits: number, used?: Set<number>): number {
  if (rootBits < 1 || rootBits >= maxCodeBits) return 0;
  const clear = 1 << rootBits;
  const lengths = new Uint32Array(1 << maxCodeBits).fill(1, 0, clear);
  let [bits, next, last, pixels] = [rootBits + 1, clear + 2, 0, 0];
  let [held, heldBits] = [0, 0];
  for (const byte of data) {
    held |= byte << heldBits;
    heldBits += 8;
    while (heldBits >= bits) {
      const code = held & ((1 << bits) - 1);
      held >>>= bits;
      heldBits -= bits;
      if (code === clear + 1) return pixels;
      if (code === clear) {
        [bits, next, last] = [rootBits + 1, clear + 2, 0];
        continue;
      }
      // Whatever is repeated was a code of its own first.
      if (code < clear) used?.add(code);
      if (code > next || (code === next && last === 0)) return 0;
      const length = code === next ? last + 1 : (lengths[code] ?? 0);
      if (last > 0 && next < lengths.length) {
        lengths[next] = last + 1;
        next += 1;
        if (next === 1 << bits && bits < maxCodeBits) bits += 1;
      }
      pixels += length;
      last = length;
    }
  }
  return pixels;
}
