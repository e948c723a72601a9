const maxCodeBits = 12;

/** Returns the colors that a frame's LZW codes use, up to the first invalid code (GIF89a Specification, appendix F). */
export function colorsOfCodes(data: Buffer, rootBits: number): ReadonlySet<number> {
  const used = new Set<number>();
  if (rootBits < 1 || rootBits >= maxCodeBits) return used;
  const clear = 1 << rootBits;
  let [bits, next, isFirst] = [rootBits + 1, clear + 2, true];
  let [held, heldBits] = [0, 0];
  for (const byte of data) {
    held |= byte << heldBits;
    heldBits += 8;
    while (heldBits >= bits) {
      const code = held & ((1 << bits) - 1);
      held >>>= bits;
      heldBits -= bits;
      if (code === clear + 1) return used;
      if (code === clear) {
        [bits, next, isFirst] = [rootBits + 1, clear + 2, true];
        continue;
      }
      // Only literal codes are checked, because every color occurs as one before it occurs in a sequence.
      if (code < clear) used.add(code);
      if (code > next || (code === next && isFirst)) return used;
      if (!isFirst && next < 1 << maxCodeBits) {
        next += 1;
        if (next === 1 << bits && bits < maxCodeBits) bits += 1;
      }
      isFirst = false;
    }
  }
  return used;
}
