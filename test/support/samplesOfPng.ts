import sharp from 'sharp';

/** The size, the number of channels, and the samples of a PNG. Gray pixels are returned as colors. */
export async function samplesOfPng(
  png: Uint8Array,
): Promise<{ size: readonly number[]; samples: readonly number[] }> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return { size: [info.width, info.height, info.channels], samples: [...data] };
}
