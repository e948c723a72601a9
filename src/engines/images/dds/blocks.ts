/** Width and height of a block in pixels. */
const side = 4;
const blockBytes = 8;
const codeBits = 3;

interface Surface {
  readonly width: number;
  readonly height: number;
  /** Each channel has a block of its own for every 4 × 4 pixels. */
  readonly channels: number;
  readonly isSigned: boolean;
}

/**
 * Decodes BC4 (one channel) or BC5 (two channels) to samples of 8 bits. Signed values are offset by 128, as is usual
 * for normal maps (Microsoft, Block Compression in Direct3D 10).
 * @throws RangeError if blocks are missing
 */
export function unpackBlocks(blocks: Buffer, { width, height, channels, isSigned }: Surface): Uint8Array {
  const samples = new Uint8Array(width * height * channels);
  const across = Math.ceil(width / side);
  const down = Math.ceil(height / side);
  for (let index = 0; index < across * down * channels; index += 1) {
    const block = index * blockBytes;
    const channel = index % channels;
    const place = Math.floor(index / channels);
    const [left, top] = [(place % across) * side, Math.floor(place / across) * side];
    const levels = levelsAt(blocks, block, isSigned);
    const codes = [blocks.readUIntLE(block + 2, 3), blocks.readUIntLE(block + 5, 3)];
    for (let pixel = 0; pixel < side * side; pixel += 1) {
      const [x, y] = [left + (pixel % side), top + Math.floor(pixel / side)];
      if (x >= width || y >= height) continue;
      const code = ((codes[pixel >> 3] ?? 0) >> (codeBits * (pixel & 7))) & 7;
      samples[(y * width + x) * channels + channel] = levels[code] ?? 0;
    }
  }
  return samples;
}

/**
 * Returns the eight levels of a block: two stored and six interpolated ones, or two stored, four interpolated, the
 * lowest, and the highest one.
 */
function levelsAt(blocks: Buffer, at: number, isSigned: boolean): number[] {
  const read = (place: number): number => (isSigned ? blocks.readInt8(place) + 128 : blocks.readUInt8(place));
  const [first, second] = [read(at), read(at + 1)];
  const steps = first > second ? 7 : 5;
  const between = Array.from({ length: steps - 1 }, (_, index) =>
    Math.round(((steps - 1 - index) * first + (index + 1) * second) / steps),
  );
  const ends = steps === 7 ? [] : [0, 255];
  return [first, second, ...between, ...ends];
}
