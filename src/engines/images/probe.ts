import { readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Traits } from '../../contract/losses.ts';
import { bufferOf } from '../../util/bytes.ts';
import { fileSize } from '../../util/files.ts';
import type { EngineTask, EngineResult } from '../api/task.ts';
import { type ByteSource, openBytes } from '../lib/byteSource.ts';
import { pngSignature } from '../lib/pngChunks.ts';
import { readIfSmall } from './content.ts';
import { svgMarkup } from './open.ts';
import { withPngProfile } from './pngProfile.ts';

/** Larger images aren't decoded whole. Decoding this many pixels, the size of a high-resolution screenshot, takes 50 ms. */
const maxPixels = 6_000_000;
const maxChunks = 5000;
const maxColors = 256;
const headBytes = 64;
/** Larger drawings aren't read, because their styles stay unknown. */
const maxDrawingBytes = 4_000_000;
const textChunks: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME']);

/**
 * Detects the traits of an image from its header, and from its pixels if it is small. Reports none for a damaged image.
 */
export async function probeImage({ from, inputPath }: EngineTask): Promise<EngineResult> {
  try {
    // Don't let libvips open SVGs: that could open the files that they refer to.
    if (from === 'svg') return { traits: await drawingTraits(inputPath) };
    const file = await readIfSmall(inputPath);
    const described = typeof file === 'string' ? file : await withPngProfile(file, bufferOf(file));
    const image = sharp(described, { failOn: 'error', limitInputPixels: false });
    const metadata = await image.metadata();
    const header = { ...headerTraits(metadata, from), ...containerTraits(inputPath, from) };
    const rows = readableRows(metadata);
    const isWhole = rows === metadata.height;
    const part = isWhole ? image : image.extract({ left: 0, top: 0, width: metadata.width, height: rows });
    const pixels = rows > 0 ? await pixelTraits(part) : {};
    const isAll = isWhole && (metadata.pages ?? 1) === 1;
    return { traits: { ...(isAll ? pixels : foundIn(pixels)), ...header } };
  } catch {
    return { traits: {} };
  }
}

/** The number of rows at the top that are fast to decode. Only some formats can be decoded in part. */
function readableRows({ width, height, depth, format, isProgressive }: Metadata): number {
  if (depth !== 'uchar' || format === 'svg') return 0;
  const rows = Math.floor(maxPixels / width);
  const isStreamed = (format === 'jpeg' || format === 'png') && !isProgressive;
  return rows >= height ? height : isStreamed ? rows : 0;
}

async function drawingTraits(path: string): Promise<Traits> {
  if ((await fileSize(path)) > maxDrawingBytes) return { vector: true };
  const { svgTraits } = await import('./drawingBundle.ts');
  return svgTraits(svgMarkup(await readFile(path)).toString());
}

function headerTraits(metadata: Metadata, format: string): Traits {
  const { hasAlpha, depth, bitsPerSample = 8, pages = 1, icc, exif, xmp, iptc, comments } = metadata;
  const isMany = pages > 1;
  return {
    depth: depth !== 'uchar' || bitsPerSample > 8,
    dynamicRange: depth === 'float' || depth === 'double',
    metadata: [exif, xmp, iptc, comments].some((part) => part !== undefined),
    wideGamut: icc !== undefined && metadata.space !== 'b-w' && !isStandard(icc),
    ...(['tiff', 'heic'].includes(format) ? { pages: isMany } : { animation: isMany }),
    ...(hasAlpha ? {} : { transparency: false, partialTransparency: false }),
    ...(metadata.isPalette ? { colors: false } : {}),
  };
}

/** Profile names are in ASCII, or in UTF-16 in newer profiles. */
function isStandard(profile: Buffer): boolean {
  const name = 'sRGB';
  return profile.includes(name) || profile.includes(Buffer.from(name, 'utf16le').swap16());
}

/** Detects traits that libvips doesn't report. */
function containerTraits(path: string, format: string): Traits {
  const file = openBytes(path);
  try {
    const head = file.read(0, headBytes);
    if (format === 'avif') return { animation: head.includes('avis') };
    if (!head.subarray(0, pngSignature.length).equals(pngSignature)) return {};
    const names = chunkNames(file);
    const hasTexts = names.some((name) => textChunks.has(name));
    return { animation: names.includes('acTL'), ...(hasTexts ? { metadata: true } : {}) };
  } finally {
    file.dispose();
  }
}

function chunkNames(file: ByteSource): string[] {
  const names: string[] = [];
  for (let at = pngSignature.length; names.length < maxChunks;) {
    const start = file.read(at, 8);
    if (start.length < 8) break;
    names.push(start.toString('latin1', 4));
    at += 12 + start.readUInt32BE(0);
  }
  return names;
}

/** Detects traits in the pixels of the first frame. */
async function pixelTraits(image: Sharp): Promise<Traits> {
  const { data, info } = await image.toColorspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const [isColored, hasAlpha] = [channels >= 3, channels % 2 === 0];
  const colors = new Set<number>();
  const last = channels - 1;
  let [color, transparency, partialTransparency] = [false, false, false];
  for (let at = 0; at < data.length; at += channels) {
    const red = data[at] ?? 0;
    const green = isColored ? (data[at + 1] ?? 0) : red;
    const blue = isColored ? (data[at + 2] ?? 0) : red;
    const alpha = hasAlpha ? (data[at + last] ?? 0) : 255;
    transparency ||= alpha < 255;
    partialTransparency ||= alpha > 0 && alpha < 255;
    color ||= red !== green || green !== blue;
    if (colors.size <= maxColors) colors.add((red << 16) | (green << 8) | blue);
  }
  const shades = [...colors].some((each) => each !== 0 && each !== 0xffffff);
  return { color, colors: colors.size > maxColors, partialTransparency, shades, transparency };
}

/** Drops negative results from a part of an image, because other rows or frames may have the property. */
function foundIn(traits: Traits): Traits {
  return Object.fromEntries(Object.entries(traits).filter(([, has]) => has));
}
