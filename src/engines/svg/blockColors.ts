import sharp from 'sharp';

/** Width and height of a block in pixels. */
const side = 8;
const channels = 4;

interface BlockColors {
  readonly columns: number;
  readonly means: Float64Array;
}

/**
 * Returns a function for comparing pictures with a reference, which is decoded only once. It returns the largest
 * difference between the mean colors of two blocks, from 0 to 255, or `Infinity` for pictures of different sizes. Unlike
 * the structural similarity, it finds a small shape that is missing or recolored.
 */
export function colorDifferenceTo(reference: Buffer): (other: Buffer) => Promise<number> {
  let known: BlockColors | undefined;
  return async (other) => {
    known ??= await blockColors(reference);
    const { columns, means } = await blockColors(other);
    if (known.columns !== columns || known.means.length !== means.length) return Infinity;
    return known.means.reduce((most, mean, at) => Math.max(most, Math.abs(mean - (means[at] ?? 0))), 0);
  };
}

/** The mean red, green, blue, and alpha of each block. Transparent pixels count as black. */
async function blockColors(picture: Buffer): Promise<BlockColors> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const columns = Math.ceil(width / side);
  const means = new Float64Array(columns * Math.ceil(height / side) * channels);
  for (let y = 0, at = 0; y < height; y += 1) {
    const rows = Math.min(side, height - (y - (y % side)));
    for (let x = 0; x < width; x += 1, at += channels) {
      const block = (Math.floor(y / side) * columns + Math.floor(x / side)) * channels;
      const pixels = rows * Math.min(side, width - (x - (x % side)));
      const alpha = data[at + 3] ?? 0;
      for (let channel = 0; channel < channels - 1; channel += 1) {
        means[block + channel] =
          (means[block + channel] ?? 0) + ((data[at + channel] ?? 0) * alpha) / 255 / pixels;
      }
      means[block + 3] = (means[block + 3] ?? 0) + alpha / pixels;
    }
  }
  return { columns, means };
}
