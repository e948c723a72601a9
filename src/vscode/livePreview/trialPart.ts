import { isImageFormat } from '../../contract/formats/table.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { Work } from '../../planning/work.ts';
import type { Trial } from '../localService/localService.ts';
import type { Part } from '../../webview/messages.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The visible part of a picture, as fractions of its width and height, and the part's width on the screen in physical
 * pixels.
 */
export interface View {
  readonly part: Part;
  readonly pixels: number;
}

/** The work and options to try on a part of a picture. */
interface PartSettings extends Pick<Trial, 'tool' | 'to' | 'options'> {
  /** The size of the result divided by that of the source. */
  readonly scale: number;
}

/** Encoding more pixels would take too long while the user waits. */
const maxPixels = 2_000_000;
/**
 * The largest blocks into which encoders divide pictures, in pixels. A part that starts inside a block would look
 * different.
 */
const block = 16;

const compressible: ReadonlySet<string> = new Set(['jpg', 'png', 'webp', 'avif', 'gif']);
/** Formats whose files contain no pixels, or several pictures. */
const notOfParts: ReadonlySet<string> = new Set(['svg', 'ico', 'icns']);
/** Options that apply to the image as a whole, or to its size, which `scale` contains. */
const ofWhole: ReadonlySet<string> = new Set([
  'width',
  'height',
  'fit',
  'padding',
  'maxWidth',
  'maxHeight',
  'leastSaving',
  'metadata',
]);

/** The options to try on any part of a picture; `undefined` if only the whole picture can show their effect. */
export function partSettings(
  { tool, targetFormat }: Work,
  from: string,
  options: JobOptions,
  { width, height }: Size,
): PartSettings | undefined {
  if (tool === 'combine') return undefined;
  const to = targetFormat ?? from;
  const isOfParts =
    tool === 'compress'
      ? compressible.has(to)
      : isImageFormat(to) && !notOfParts.has(to) && isSimple(options);
  if (!isOfParts || options['maxKilobytes'] !== undefined) return undefined;
  const across = Number(options['width'] ?? options['maxWidth'] ?? width);
  const down = Number(options['height'] ?? options['maxHeight'] ?? height);
  const kept = Object.entries(options).filter(([name]) => !ofWhole.has(name));
  return {
    tool,
    to,
    options: Object.fromEntries(kept),
    scale: Math.min(1, across / width, down / height),
  };
}

function isSimple({ fit = 'inside', padding = 0 }: JobOptions): boolean {
  return fit === 'inside' && padding === 0;
}

/** The visible region, and the size at which it is shown, but not larger than in the result. */
export function partToTry(
  size: Size,
  { scale }: PartSettings,
  { part, pixels }: View,
): Pick<Trial, 'region' | 'scaledTo'> {
  const across = blocks(part.left, part.width, size.width);
  const down = blocks(part.top, part.height, size.height);
  const region = { left: across.start, top: down.start, width: across.length, height: down.length };
  const shown = pixels / Math.max(1, part.width * size.width);
  const most = Math.sqrt(maxPixels / (region.width * region.height));
  const factor = Math.min(scale, shown, most);
  const side = (length: number): number => Math.max(1, Math.round(length * factor));
  return { region, scaledTo: { width: side(region.width), height: side(region.height) } };
}

/** The range of whole blocks that contains a part of a side. `start` and `share` are fractions of the side. */
function blocks(start: number, share: number, side: number): { start: number; length: number } {
  const first = Math.min(Math.floor((start * side) / block) * block, side - 1);
  const end = Math.min(side, Math.ceil(((start + share) * side) / block) * block);
  return { start: first, length: Math.max(1, end - first) };
}

/** A region as fractions of the picture's width and height. */
export function shareOf({ left, top, width, height }: Trial['region'], size: Size): Part {
  return {
    left: left / size.width,
    top: top / size.height,
    width: width / size.width,
    height: height / size.height,
  };
}

/** The size of the whole result in bytes, if every part compresses like this one. */
export function estimatedBytes(
  encodedBytes: number,
  { scaledTo }: Pick<Trial, 'scaledTo'>,
  { width, height }: Size,
  { scale }: PartSettings,
): number {
  return Math.round((encodedBytes * width * height * scale ** 2) / (scaledTo.width * scaledTo.height));
}
