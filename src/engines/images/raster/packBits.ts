/** How what PackBits has packed is cut. */
interface Cut {
  /** Bytes that are repeated, or told, together. */
  readonly unitBytes: 1 | 2;
}

/**
 * What PackBits has packed into the bytes, up to `length` bytes of it (TIFF 6.0, section 9; Inside Macintosh: Imaging With
 * QuickDraw, A-9).
 */
export function unpackBits(packed: Buffer, length: number, { unitBytes }: Cut = { unitBytes: 1 }): Buffer {
  const unpacked = Buffer.alloc(length);
  let end = 0;
  for (let at = 0; at < packed.length && end < length;) {
    const head = packed.readInt8(at);
    at += 1;
    if (head >= 0) {
      const bytes = (head + 1) * unitBytes;
      end += packed.copy(unpacked, end, at, Math.min(at + bytes, packed.length));
      at += bytes;
    } else if (head !== -128) {
      const stop = Math.min(length, end + (1 - head) * unitBytes);
      const repeated = packed.subarray(at, at + unitBytes);
      if (repeated.length > 0) unpacked.fill(repeated, end, stop);
      end = stop;
      at += unitBytes;
    }
  }
  return unpacked.subarray(0, end);
}

const mostTogether = 128;

/** The bytes as PackBits packs them: of a row, since no run goes on from one to the next. */
export function packBits(plain: Buffer): Buffer {
  const packed: Buffer[] = [];
  for (let at = 0; at < plain.length;) {
    const run = runAt(plain, at);
    if (run > 1) {
      packed.push(Buffer.of(257 - run, plain.readUInt8(at)));
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < plain.length && end - at < mostTogether && runAt(plain, end) < 3) end += 1;
    packed.push(Buffer.of(end - at - 1), plain.subarray(at, end));
    at = end;
  }
  return Buffer.concat(packed);
}

function runAt(plain: Buffer, start: number): number {
  let end = start + 1;
  while (end < plain.length && end - start < mostTogether && plain[end] === plain[start]) end += 1;
  return end - start;
}
