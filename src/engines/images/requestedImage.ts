import type { Sharp } from 'sharp';
import { bestWithinSize } from '../lib/search.ts';
import { isAnimatedPng, metadataChunks, withChunksInFront } from '../lib/pngChunks.ts';
import { candidatesFor } from './encodingCandidates.ts';
import { type QualityStep, qualitySteps, scales } from './encoders.ts';
import {
  frameSize,
  isWithin,
  scaled,
  sizeWithin,
  keepMetadataAndDepth,
  type ImageToCompress,
  type CompressionRequirements,
} from './picture.ts';
import { contentOf } from './content.ts';
import { replacePixels } from './halvedColors.ts';
import { searchQuality } from './qualitySearch.ts';
import { imageError, openImage } from './open.ts';
import { optimizedPng } from './oxipng.ts';
import { convertAnimatedPng, apngOf } from './animation/apng.ts';

/**
 * Encodes an image with the requested size and quality. To stay within the maximum size, it first lowers the quality
 * and then scales the image down.
 * @throws ConversionError
 */
export async function requestedImage(
  picture: ImageToCompress,
  requirements: CompressionRequirements,
): Promise<Buffer> {
  const { format, source } = picture;
  if (format === 'png' && isAnimatedPng(await contentOf(source))) return smallerApng(picture, requirements);
  const { quality, maxBytes = Infinity } = requirements;
  const isTooLarge = !isWithin(frameSize(picture.metadata, requirements.keepOrientation), requirements);
  try {
    if (quality === undefined && isTooLarge) {
      const unseen = await resizedUnseen(picture, requirements);
      if (unseen.length <= maxBytes) return unseen;
    }
    const steps = qualitySteps(format, quality);
    const count = maxBytes === Infinity ? 1 : steps.length;
    const encodeAt = async (index: number) => {
      const result = await written(picture, requirements, steps[index]);
      return { result, bytes: result.length };
    };
    const { result } = await bestWithinSize(count, encodeAt, maxBytes);
    return format === 'png' ? await repacked(result) : result;
  } catch (error) {
    throw imageError(error);
  }
}

/** Scales an image down and compresses it without a visible difference from the scaled pixels. */
async function resizedUnseen(
  picture: ImageToCompress,
  requirements: CompressionRequirements,
): Promise<Buffer> {
  const { format, metadata } = picture;
  const prepare = () => keepMetadataAndDepth(resized(picture, requirements, 1), metadata, requirements);
  const isAnimation = (metadata.pages ?? 1) > 1;
  const image = prepare();
  const exact = isAnimation
    ? image.webp({ lossless: true, exact: true, effort: 0 })
    : image.png({ compressionLevel: format === 'png' ? 9 : 1 });
  const reference = await exact.toBuffer();
  const candidates = candidatesFor(format, metadata, false);
  const good = await searchQuality({ source: reference, open: prepare }, candidates, Infinity);
  if (format === 'png') {
    const lossless = await repacked(reference);
    return good && good.length < lossless.length ? good : lossless;
  }
  const best = candidates.at(-1)?.at(-1);
  if (best === undefined) throw new Error(`Unsupported compression format: ${format}`);
  return good ?? best.encode(prepare()).toBuffer();
}

async function written(
  picture: ImageToCompress,
  requirements: CompressionRequirements,
  step?: QualityStep,
): Promise<Buffer> {
  if (step === undefined) throw new Error('Quality step out of range');
  const { format, metadata } = picture;
  // PNGs get a palette, which has 8 bits per channel.
  const depth = format === 'png' ? 'uchar' : metadata.depth;
  const image = keepMetadataAndDepth(
    resized(picture, requirements, step.scale),
    { ...metadata, depth },
    requirements,
  );
  return step.encode(image).toBuffer();
}

function resized(
  { open, toEncode, metadata }: ImageToCompress,
  requirements: CompressionRequirements,
  scale: number,
): Sharp {
  const before = frameSize(metadata, requirements.keepOrientation);
  const after = scaled(sizeWithin(before, requirements), scale);
  if (after.width !== before.width || after.height !== before.height)
    return open().resize({ ...after, fit: 'fill' });
  return replacePixels(open(), toEncode);
}

async function repacked(png: Buffer): Promise<Buffer> {
  const { width, height } = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  return (await optimizedPng(png, width * height)) ?? png;
}

/**
 * Scales an animated PNG down as requested and keeps its colors.
 * @throws ConversionError
 */
async function smallerApng(
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
