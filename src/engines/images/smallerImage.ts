import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { isAnimatedPng } from '../lib/pngChunks.ts';
import { candidatesFor } from './encodingCandidates.ts';
import { cleaned } from './clean.ts';
import { contentOf } from './content.ts';
import { searchQuality, maxLossyShare } from './qualitySearch.ts';
import { openImage } from './open.ts';
import { optimizedPng, type OptimizationEffort } from './oxipng.ts';
import {
  frameSize,
  isWithin,
  keepMetadataAndDepth,
  type ImageToCompress,
  type CompressionRequirements,
} from './picture.ts';
import { requestedImage } from './requestedImage.ts';
import { pixelsToHalveAgain } from './halvedColors.ts';

/**
 * If a lossy PNG is smaller than this share of a quickly compressed lossless one, thorough lossless compression can't
 * beat it.
 */
const clearlyLess = 0.8;

/**
 * Re-encodes an image in its own format, from a path or from memory. Uses the requested quality and size, or else the
 * first visually lossless result that is smaller than the source. Returns `undefined` if there is none and no metadata
 * to remove. With a requested quality or size, the result may be larger than the source and exceed the size limit.
 * @throws ConversionError if the image can't be read, or if its metadata can't be removed
 */
export async function smallerImage(
  source: string | Buffer,
  format: string,
  requirements: CompressionRequirements,
): Promise<Buffer | undefined> {
  const policy = requirements.metadata ?? 'keep';
  if (policy === 'keep') return smaller(source, format, requirements);
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  const clean = cleaned(bytes, format, (await openImage(bytes)).metadata, policy);
  if (clean) return (await smaller(clean, format, requirements)) ?? clean;
  const reencoded = await smaller(bytes, format, { ...requirements, metadata: 'stripAll' });
  if (reencoded) return reencoded;
  throw new ConversionError(fault('image.asSmall'));
}

async function smaller(
  source: string | Buffer,
  format: string,
  requirements: CompressionRequirements,
): Promise<Buffer | undefined> {
  const { image, metadata } = await openImage(source, {
    animated: true,
    ...(requirements.keepOrientation ? { autoOrient: false } : {}),
  });
  const bytes = typeof source === 'string' ? (await stat(source)).size : source.length;
  const open = () => image.clone();
  const { quality, lossless = false, maxBytes = Infinity } = requirements;
  const isScaled = !isWithin(frameSize(metadata, requirements.keepOrientation), requirements);
  const toEncode = lossless || isScaled ? undefined : await pixelsToHalveAgain(open, metadata);
  const picture = { source, format, metadata, bytes, open, toEncode };
  if (quality !== undefined || isScaled) return requestedImage(picture, requirements);
  const unseen = await smallerUnseen(picture, requirements);
  const isEnough = lossless || (unseen?.length ?? bytes) <= maxBytes;
  return isEnough ? unseen : requestedImage(picture, requirements);
}

async function smallerUnseen(
  picture: ImageToCompress,
  requirements: CompressionRequirements,
): Promise<Buffer | undefined> {
  const { source, format, metadata, bytes, toEncode } = picture;
  const candidates = candidatesFor(format, metadata, requirements.lossless ?? false);
  const open = () => keepMetadataAndDepth(picture.open(), metadata, requirements);
  const good = async (maxBytes: number) => searchQuality({ source, open, toEncode }, candidates, maxBytes);
  if (format !== 'png') return good(bytes);
  const png = await contentOf(source);
  const repacked = async (effort: OptimizationEffort) =>
    smallest(png, await optimizedPng(png, metadata.width * metadata.height, effort));
  const isFixed = candidates.length === 0 || isAnimatedPng(png);
  const most = isFixed ? 0 : (await repacked('quick')).length;
  const changed = isFixed ? undefined : await good(most);
  if (changed && changed.length < most * clearlyLess) return changed;
  const least = await repacked('thorough');
  if (changed && changed.length < least.length * maxLossyShare) return changed;
  return least.length < bytes ? least : undefined;
}

function smallest(source: Buffer, other: Buffer = source): Buffer {
  return other.length < source.length ? other : source;
}
