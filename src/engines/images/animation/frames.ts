import sharp, { type Sharp } from 'sharp';
import { imageError, openImage } from '../open.ts';

/** A single picture of an animation. */
export interface Still {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** True if transparent pixels show the canvas behind them, false if they replace it. */
  readonly blends: boolean;
  /** Determines what happens to the still's area before the next one is drawn. */
  readonly disposal: 'keep' | 'clear' | 'restore';
  readonly file: () => Buffer;
}

/** An animation as its file describes it, before its frames are drawn. */
export interface Animation {
  readonly width: number;
  readonly height: number;
  /** Iterating throws a RangeError if the file ends too soon. */
  readonly stills: Iterable<Still>;
}

/** Opening a still, however small, takes as long as decoding this many pixels. */
const minPixels = 20_000;

/**
 * Returns the stills of an animation, or `undefined` if drawing them would take more than `maxPixels`.
 * @throws RangeError if the file ends too soon
 */
export function stillsWithin(maxPixels: number, { width, height, stills }: Animation): Still[] | undefined {
  const passed: Still[] = [];
  let pixels = 0;
  for (const still of stills) {
    pixels += Math.max(width * height, still.width * still.height, minPixels);
    if (pixels > maxPixels) return undefined;
    passed.push(still);
  }
  return passed;
}

/** An animation frame as it is displayed. */
export interface Frame<Depth extends Samples = Uint8Array> {
  /** RGBA samples, which are overwritten when the next frame is requested. */
  readonly rgba: Depth;
  readonly durationMs: number;
}

/** Colors are converted to sRGB, or kept unchanged along with the color profile. */
type Colors = 'sRGB' | 'unconverted';

/**
 * Draws the stills of an animation one by one into `samples`, at their bit depth, starting with a canvas of the
 * `background` pixel.
 * @throws ConversionError
 */
export async function* framesOf<Depth extends Samples>(
  { width, height, stills }: Animation,
  samples: Depth,
  background: Depth,
  colors: Colors = 'sRGB',
): AsyncGenerator<Frame<Depth>> {
  const canvas = new Canvas(width, height, samples, background);
  const isDeep = samples instanceof Uint16Array;
  for (const still of stills) {
    const before = still.disposal === 'restore' ? canvas.rgba.slice() : undefined;
    canvas.draw(still, await pixelsOf(still, colors, isDeep), still.blends);
    yield { rgba: canvas.rgba, durationMs: frameDurationMs(still.durationMs) };
    if (still.disposal === 'clear') canvas.clear(still);
    if (before) canvas.rgba.set(before);
  }
}

/** Returns the RGBA samples of a still. */
async function pixelsOf({ file, width, height }: Still, colors: Colors, isDeep: boolean): Promise<Samples> {
  const ignoreIcc = colors === 'unconverted';
  const { image, metadata } = await openImage(file(), { autoOrient: false, ignoreIcc });
  if (metadata.width !== width || metadata.height !== height)
    throw imageError('The frames have another size than the header.');
  const rgba = image.toColorspace(isDeep ? 'rgb16' : 'srgb').ensureAlpha();
  try {
    if (!isDeep) return await rgba.raw().toBuffer();
    const { buffer, byteOffset, length } = await rgba.raw({ depth: 'ushort' }).toBuffer();
    return new Uint16Array(buffer, byteOffset, length / 2);
  } catch (error) {
    throw imageError(error);
  }
}

/** Browsers replace durations up to this one with `usualMs`. */
const shortestMs = 10;
const usualMs = 100;

/** Returns the duration that browsers use for a frame whose file specifies `nominalMs`. */
export function frameDurationMs(nominalMs: number): number {
  return nominalMs > shortestMs ? nominalMs : usualMs;
}

/** A rectangle on a canvas, in pixels. */
export interface CanvasArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Channel values with 8 or 16 bits each. */
type Samples = Uint8Array | Uint16Array;

const channels = 4;

/** A canvas of RGBA pixels. Drawing beyond its edges is clipped. */
class Canvas<Depth extends Samples> {
  readonly rgba: Depth;
  readonly #width: number;
  readonly #height: number;
  readonly #background: Depth;
  readonly #opaque: number;

  /** Fills `rgba`, which has four samples per pixel, with the `background` pixel and draws into it. */
  constructor(width: number, height: number, rgba: Depth, background: Depth) {
    this.rgba = rgba;
    this.#width = width;
    this.#height = height;
    this.#background = background;
    this.#opaque = rgba instanceof Uint16Array ? 0xffff : 0xff;
    this.clear({ left: 0, top: 0, width, height });
  }

  clear(place: CanvasArea): void {
    this.#each(place, (at) => this.rgba.set(this.#background, at));
  }

  /** Draws pixels: over the existing ones if `blends`, in place of them otherwise. */
  draw(place: CanvasArea, pixels: Samples, blends: boolean): void {
    const opaque = this.#opaque;
    this.#each(place, (at, from) => {
      const [under, start] = blends ? [this.rgba, at] : [this.#background, 0];
      const share = (pixels[from + 3] ?? 0) * opaque;
      const rest = (under[start + 3] ?? 0) * (opaque - share / opaque);
      for (let channel = 0; channel < 3; channel += 1) {
        const sum = (pixels[from + channel] ?? 0) * share + (under[start + channel] ?? 0) * rest;
        this.rgba[at + channel] = Math.round(sum / (share + rest || 1));
      }
      this.rgba[at + 3] = Math.round((share + rest) / opaque);
    });
  }

  #each({ left, top, width, height }: CanvasArea, visit: (at: number, from: number) => void): void {
    const [right, bottom] = [Math.min(left + width, this.#width), Math.min(top + height, this.#height)];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        visit((y * this.#width + x) * channels, ((y - top) * width + x - left) * channels);
      }
    }
  }
}

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
