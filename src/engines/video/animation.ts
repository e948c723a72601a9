import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/faults/fault.ts';
import { own } from '../../util/own.ts';
import { ConversionError } from '../api/conversionError.ts';
import { apngAnimation } from '../images/animation/apng.ts';
import { type Animation, stillsWithin } from '../images/animation/still.ts';
import { damagedMedia } from '../lib/media/faults.ts';
import { gifAnimation } from './gif.ts';
import { webpAnimation } from './webp.ts';

/** The largest frame of H.264 level 5.1 (ITU-T H.264, table A-1), which most players support. */
const maxPixels = 36_864 * 16 ** 2;
const maxSidePixels = 4096;
const maxBytes = 256 * 1024 ** 2;
/** The maximum total number of pixels that can be encoded within a job's time limit. */
const maxPixelsInAll = 1_000_000_000;

const readers: Readonly<Record<string, (file: Buffer) => Animation>> = {
  apng: apngAnimation,
  gif: gifAnimation,
  webp: webpAnimation,
};

/**
 * Opens an animation and checks its limits, without decoding its frames.
 * @throws ConversionError
 */
export async function openAnimation(path: string, from: string): Promise<Animation> {
  if ((await stat(path)).size > maxBytes) throw new ConversionError(fault('film.bytes'));
  const file = await readFile(path);
  try {
    const reader = own(readers, from);
    if (reader === undefined) throw new Error(`Unsupported source format: ${from}`);
    const animation = reader(file);
    const { width, height } = animation;
    const checked = stillsWithin(maxPixelsInAll, animation);
    if (checked === undefined) throw new ConversionError(fault('film.length'));
    if (checked.length < 2) throw doesNotMove();
    if (width * height === 0) throw damagedMedia();
    if (width * height > maxPixels || Math.max(width, height) > maxSidePixels) throw tooLarge();
    return { width, height, stills: checked };
  } catch (error) {
    // A `RangeError` means that an offset in the file points beyond its end.
    throw error instanceof RangeError ? damagedMedia(error) : error;
  }
}

function doesNotMove(): ConversionError {
  return new ConversionError(fault('picture.still'));
}

function tooLarge(): ConversionError {
  return new ConversionError(fault('film.pixels', maxSidePixels, maxPixels));
}
