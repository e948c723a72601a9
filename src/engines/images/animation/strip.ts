import sharp, { type Sharp } from 'sharp';
import type { CanvasArea } from './canvas.ts';

const channels = 4;

/** RGBA frames of equal size, stacked vertically. */
export interface Strip {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
  readonly count: number;
}

/** Reads the frames of a multi-page image. */
export async function stripOf(image: Sharp): Promise<Strip> {
  const raw = image.toColorspace('srgb').ensureAlpha().raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  return { pixels: data, width: info.width, height, count: info.height / height };
}

/** Returns a frame, or the part of it at `place`. */
export function frameOf({ pixels, width, height }: Strip, index: number, place?: CanvasArea): Sharp {
  const frameBytes = width * height * channels;
  const frame = pixels.subarray(index * frameBytes, (index + 1) * frameBytes);
  const image = sharp(frame, { raw: { width, height, channels } });
  return place === undefined ? image : image.extract(place);
}
