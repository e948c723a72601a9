import sharp from 'sharp';
import { damaged } from '../../api/faults.ts';
import { decode } from '../magick/decode.ts';
import { checkSize, pngOf } from '../raster/raster.ts';
import { stringsIn } from './strings.ts';

/** The maximum number of colors at ImageMagick's 8 bits per channel here. */
const maxColors = 256;
const channels = 4;
/** Columns, rows, colors, and characters per color (XPM Manual, 2.1); a hotspot may follow. */
const sizes = /^\s*(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,2})(?:\s|$)/;

interface Sizes {
  readonly width: number;
  readonly height: number;
  readonly colors: number;
  /** Characters per pixel. */
  readonly perPixel: number;
}

/**
 * The picture of an XPM with any number of colors, as a PNG.
 * @throws ConversionError
 */
export async function readXpm(file: Buffer, to: string): Promise<Uint8Array> {
  const strings = stringsIn(file.toString('latin1'));
  const size = sizesOf(strings.next().value ?? '');
  if (size === undefined || size.colors <= maxColors) return decode(file, 'xpm', to);
  const { width, height, perPixel } = size;
  checkSize(width, height);
  if (file.length < width * height * perPixel) throw damaged('image');
  const colors = taken(strings, size.colors);
  const pixels = await colorsOf(colors, perPixel);
  const samples = new Uint8Array(width * height * channels);
  const numbers = new Map(colors.map((color, index) => [color.slice(0, perPixel), index]));
  let at = 0;
  for (const row of taken(strings, height)) {
    if (row.length < width * perPixel) throw damaged('image');
    for (let x = 0; x < width; x += 1, at += channels) {
      const number = numbers.get(row.slice(x * perPixel, (x + 1) * perPixel));
      if (number === undefined) throw damaged('image');
      samples.set(pixels.subarray(number * channels, (number + 1) * channels), at);
    }
  }
  return pngOf({ width, height, channels, samples });
}

function sizesOf(first: string): Sizes | undefined {
  const [width, height, colors, perPixel] = sizes.exec(first)?.slice(1).map(Number) ?? [];
  if (!width || !height || !colors || !perPixel) return undefined;
  return { width, height, colors, perPixel };
}

/** @throws ConversionError if there are fewer */
function taken(strings: Iterator<string>, count: number): string[] {
  const some: string[] = [];
  while (some.length < count) {
    const { done, value } = strings.next();
    if (done) throw damaged('image');
    some.push(value);
  }
  return some;
}

/** The RGBA value of each color, by ImageMagick, which knows their names, in batches that it can hold. */
async function colorsOf(colors: readonly string[], perPixel: number): Promise<Uint8Array> {
  const pixels = new Uint8Array(colors.length * channels);
  for (let start = 0; start < colors.length; start += maxColors) {
    const some = colors.slice(start, start + maxColors);
    pixels.set(await paletteOf(some, perPixel), start * channels);
  }
  return pixels;
}

/** A row with one pixel per color. */
async function paletteOf(colors: readonly string[], perPixel: number): Promise<Buffer> {
  const row = colors.map((color) => color.slice(0, perPixel)).join('');
  const lines = [`${colors.length} 1 ${colors.length} ${perPixel}`, ...colors, row].map(
    (line) => `"${line}"`,
  );
  const xpm = Buffer.from(`/* XPM */\nstatic char *colors[] = {\n${lines.join(',\n')}\n};\n`, 'latin1');
  const png = await decode(xpm, 'xpm', 'png');
  return sharp(png).toColorspace('srgb').ensureAlpha().raw().toBuffer();
}
