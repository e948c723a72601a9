import { fault } from '../../../contract/fault.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import { contentOf, tooManyPixels } from '../content.ts';
import { writes } from '../formats.ts';
import { isAvifSequence } from '../heifVariants.ts';
import { imageError, type ImageSize, openImage } from '../open.ts';
import { stillFile, avifMetadata } from './avifItems.ts';
import { type AvifTrack, tracksOf } from './avifTracks.ts';

import { imageMetadata } from '../imageMetadata.ts';
import { deepTiff, losslessWebp } from './losslessFile.ts';
import type { Still } from './frames.ts';

/**
 * Approximate number of pixels that can be decoded in half a minute. For each still, the stills that it builds on must
 * be decoded, too.
 */
const maxDecodedPixels = 1_500_000_000;

/**
 * Converts an animated AVIF, which libvips can't read, to a lossless WebP or 16-bit TIFF with the same metadata, or to
 * an AVIF of the first frame if the target doesn't support animation. Returns `undefined` for a still image.
 * @throws ConversionError
 */
export async function convertAnimatedAvif(
  input: string | Uint8Array,
  to: string,
): Promise<Uint8Array | undefined> {
  const avif = await contentOf(input);
  if (!isAvifSequence(avif)) return undefined;
  try {
    const tracks = shownTracks(avif);
    const keptMetadata = avifMetadata(avif);
    const first = fileAt(tracks, 0, keptMetadata);
    if (!writes(to, 'animation')) return first;
    const { metadata } = await openImage(first);
    const [color] = tracks;
    const stills = stillsOf(tracks, metadata);
    const { width, height } = metadata;
    const animation = { width, height, plays: color?.plays ?? 0, stills };
    const isDeep = metadata.depth === 'ushort' && writes(to, 'depth');
    return await (isDeep ? deepTiff : losslessWebp)(animation, {
      ...keptMetadata,
      icc: imageMetadata(metadata).icc,
    });
  } catch (error) {
    throw error instanceof RangeError ? damaged('image', error) : imageError(error);
  }
}

/** Returns the color track, and the alpha track if there is one. */
function shownTracks(avif: Buffer): AvifTrack[] {
  const tracks = tracksOf(avif);
  const [color] = tracks;
  if (color === undefined || color.isAlpha) throw new RangeError('The animation has no frames');
  if (color.isPremultiplied) throw new ConversionError(fault('avif.premultiplied'));
  return tracks;
}

function stillsOf(tracks: readonly AvifTrack[], { width, height }: ImageSize): Still[] {
  const samples = tracks[0]?.samples ?? [];
  const decoded = samples.reduce((sum, _, index) => sum + index + 1 - lastSync(samples, index), 0);
  if (decoded * width * height > maxDecodedPixels) throw tooManyPixels();
  return samples.map(({ durationMs }, index) => ({
    left: 0,
    top: 0,
    width,
    height,
    durationMs,
    blends: false,
    disposal: 'keep',
    file: () => fileAt(tracks, index, {}),
  }));
}

/** Returns a frame as a separate AVIF, which also contains the frames that it builds on. */
function fileAt(
  tracks: readonly AvifTrack[],
  index: number,
  keptMetadata: ReturnType<typeof avifMetadata>,
): Buffer {
  const codes = tracks.map(({ samples }) => {
    if (index >= samples.length) throw new RangeError('Frame index out of range');
    const some = samples.slice(lastSync(samples, index), index + 1);
    return Buffer.concat(some.map(({ bytes }) => bytes));
  });
  return stillFile(tracks, codes, keptMetadata);
}

/** Returns the index of the last frame up to `index` that can be decoded on its own. */
function lastSync(samples: AvifTrack['samples'], index: number): number {
  return Math.max(
    0,
    samples.findLastIndex(({ isSync }, each) => each <= index && isSync),
  );
}
