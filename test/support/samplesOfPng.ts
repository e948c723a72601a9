import sharp from 'sharp';

/** The size, the channels and the samples of a PNG, as colors also where it has grays. */
export async function samplesOfPng(
  png: Uint8Array,
): Promise<{ size: readonly number[]; samples: readonly number[] }> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return { size: [info.width, info.height, info.channels], samples: [...data] };
}
