import { bestWithinSize } from '../../lib/search.ts';
import { metadataChunks, withChunksInFront } from '../../lib/pngChunks.ts';
import { frameSize, scaled, sizeWithin } from '../size.ts';
import { contentOf } from '../content.ts';
import { openImage } from '../open.ts';
import { optimizedPng } from '../oxipng.ts';
import type { ImageToCompress, CompressionRequirements } from '../picture.ts';
import { scales } from '../qualitySteps.ts';
import { convertAnimatedPng } from './animatedPng.ts';
import { apngOf } from './writeApng.ts';

/**
 * Scales an animated PNG down as requested and keeps its colors.
 * @throws ConversionError
 */
export async function smallerApng(
  { source }: ImageToCompress,
  requirements: CompressionRequirements,
): Promise<Buffer> {
  const png = await contentOf(source);
  const frames = (await convertAnimatedPng(png, 'apng')) ?? png;
  const { metadata } = await openImage(frames, { animated: true });
  const before = frameSize(metadata);
  const sizes = [1, ...scales].map((scale) => scaled(sizeWithin(before, requirements), scale));
  const encodeAt = async (index: number) => {
    const { image } = await openImage(frames, { animated: true });
    const size = sizes[index] ?? before;
    const smaller = await apngOf(image.resize({ ...size, fit: 'fill' }), metadata, {});
    const withMetadata =
      requirements.metadata === 'stripAll' ? smaller : withChunksInFront(smaller, metadataChunks(png));
    const result = (await optimizedPng(withMetadata, size.width * size.height)) ?? withMetadata;
    return { result, bytes: result.length };
  };
  const { maxBytes = Infinity } = requirements;
  return (await bestWithinSize(maxBytes === Infinity ? 1 : sizes.length, encodeAt, maxBytes)).result;
}
