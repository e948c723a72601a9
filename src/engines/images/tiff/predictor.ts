/** The layout of samples in a row. */
interface Row {
  /** Number of interleaved channels. */
  readonly stride: number;
  readonly bits: number;
  readonly bigEndian: boolean;
}

/** Replaces differences from the pixel on the left with samples, in place (TIFF 6.0, section 14). */
export function decodePredictor(row: Buffer, { stride, bits, bigEndian }: Row): void {
  const width = bits / 8;
  const step = stride * width;
  for (let at = step; at + width <= row.length; at += width) {
    if (width === 1) {
      row[at] = ((row[at] ?? 0) + (row[at - step] ?? 0)) & 0xff;
    } else if (bigEndian) {
      row.writeUIntBE((row.readUIntBE(at, width) + row.readUIntBE(at - step, width)) % 2 ** bits, at, width);
    } else {
      row.writeUIntLE((row.readUIntLE(at, width) + row.readUIntLE(at - step, width)) % 2 ** bits, at, width);
    }
  }
}

/** Replaces samples with differences from the pixel on the left, in place. This is the inverse of `decodePredictor`. */
export function encodePredictor(row: Buffer, { stride, bits, bigEndian }: Row): void {
  const width = bits / 8;
  const step = stride * width;
  for (let at = row.length - width; at >= step; at -= width) {
    if (width === 1) {
      row[at] = ((row[at] ?? 0) - (row[at - step] ?? 0)) & 0xff;
    } else if (bigEndian) {
      row.writeUInt16BE((row.readUInt16BE(at) - row.readUInt16BE(at - step)) & 0xff_ff, at);
    } else {
      row.writeUInt16LE((row.readUInt16LE(at) - row.readUInt16LE(at - step)) & 0xff_ff, at);
    }
  }
}

/**
 * Decodes a row of floating-point numbers that is split into byte planes and stored as differences (Adobe Photoshop
 * TIFF Technical Note 3).
 */
export function decodeFloatPredictor(row: Buffer, { stride, bits, bigEndian }: Row): Buffer {
  const width = bits / 8;
  for (let at = stride; at < row.length; at += 1) row[at] = ((row[at] ?? 0) + (row[at - stride] ?? 0)) & 0xff;
  const count = row.length / width;
  const joined = Buffer.alloc(row.length);
  for (let index = 0; index < count; index += 1) {
    for (let byte = 0; byte < width; byte += 1) {
      joined[index * width + (bigEndian ? byte : width - 1 - byte)] = row[byte * count + index] ?? 0;
    }
  }
  return joined;
}
