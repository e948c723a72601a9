import type { Metadata, Sharp } from 'sharp';
import { isAnimatedPng, chunksOf, pngChunk, pngSignature } from '../../lib/pngChunks.ts';
import { uint32 } from '../../lib/bigEndian.ts';
import { contentOf } from '../content.ts';
import { writes } from '../formats.ts';
import { imageError, openImage } from '../open.ts';
import { imageMetadata, pngMetadata, type ImageMetadata } from '../imageMetadata.ts';
import { deepTiff, losslessWebp } from './losslessFile.ts';
import { type Animation, type Still, type CanvasArea, frameOf, type Strip, stripOf } from './frames.ts';

/**
 * Converts an animated PNG, of which libvips reads only the first frame, to a lossless WebP with the same metadata, or
 * to a TIFF if both the image and the target have 16 bits per channel. Returns `undefined` for a still image.
 * @throws ConversionError
 */
export async function convertAnimatedPng(
  input: string | Uint8Array,
  to: string,
): Promise<Uint8Array | undefined> {
  const png = await contentOf(input);
  if (!isAnimatedPng(png)) return undefined;
  try {
    const { metadata } = await openImage(png);
    const isDeep = metadata.depth === 'ushort' && writes(to, 'depth');
    return await (isDeep ? deepTiff : losslessWebp)(apngAnimation(png), imageMetadata(metadata));
  } catch (error) {
    throw imageError(error);
  }
}

const sequenceBytes = 4;
/** A denominator of 0 means hundredths of a second (PNG, third edition, 11.3.6.2). */
const usualDenominator = 100;
const disposals = ['keep', 'clear', 'restore'] as const;

/** Parses an animated PNG (PNG, third edition, 11.3.6). `plays` is the number of plays; 0 means infinite. */
export function apngAnimation(png: Buffer): Animation & { readonly plays: number } {
  const [header, ...others] = [...chunksOf(png)];
  if (header === undefined) throw new RangeError('Missing PNG header');
  const { data } = header;
  const plays = others.find(({ name }) => name === 'acTL')?.data.readUInt32BE(4) ?? 0;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), plays, stills: stillsOf(png, data) };
}

function* stillsOf(png: Buffer, header: Buffer): Generator<Still> {
  /** Chunks that affect how pixels are interpreted. */
  const about: Buffer[] = [];
  let control: Buffer | undefined;
  let parts: Buffer[] = [];
  let hasEnd = false;
  for (const { name, bytes, data } of chunksOf(png)) {
    if (name === 'fcTL' || name === 'IEND') {
      if (control && parts.length > 0) yield still(header, about, control, parts);
      [control, parts, hasEnd] = [data, [], name === 'IEND'];
    } else if (name === 'fdAT') parts.push(data.subarray(sequenceBytes));
    // Pixels before the first `fcTL` chunk are a fallback image for decoders without animation support.
    else if (name === 'IDAT' && control) parts.push(data);
    else if (/^(?:PLTE|tRNS|iCCP|sRGB|gAMA|cHRM|cICP)$/.test(name)) about.push(bytes);
  }
  if (!hasEnd) throw new RangeError('Missing PNG end chunk');
}

function still(header: Buffer, about: readonly Buffer[], control: Buffer, parts: readonly Buffer[]): Still {
  const [numerator, denominator] = [control.readUInt16BE(20), control.readUInt16BE(22)];
  return {
    left: control.readUInt32BE(12),
    top: control.readUInt32BE(16),
    width: control.readUInt32BE(4),
    height: control.readUInt32BE(8),
    durationMs: (1000 * numerator) / (denominator || usualDenominator),
    blends: control.readUInt8(25) === 1,
    disposal: disposals[control.readUInt8(24)] ?? 'keep',
    file: () =>
      Buffer.concat([
        pngSignature,
        pngChunk('IHDR', Buffer.concat([control.subarray(4, 12), header.subarray(8)])),
        ...about,
        pngChunk('IDAT', Buffer.concat(parts)),
        pngChunk('IEND', Buffer.alloc(0)),
      ]),
  };
}

/** Eight bits per channel, RGBA, not interlaced: the form in which libvips writes four channels. */
const eightBitRgba = Buffer.of(8, 6, 0, 0, 0);
const longestMs = 65_535;
/** Denominator of frame delays, which are in milliseconds. */
const thousandths = 1000;

/**
 * Writes a multi-page image as an animated PNG with this metadata (PNG, third edition, 11.3.6). Stores only the changed
 * part of each frame.
 */
export async function apngOf(
  image: Sharp,
  { delay = [], loop }: Metadata,
  keptMetadata: ImageMetadata,
): Promise<Buffer> {
  const strip = await stripOf(image);
  const { count } = strip;
  const header = Buffer.concat([uint32(strip.width, strip.height), eightBitRgba]);
  const parts = [pngSignature, pngChunk('IHDR', header), pngChunk('acTL', uint32(count, loop ?? 0))];
  parts.push(pngMetadata(keptMetadata));
  for (let index = 0; index < count; index += 1) {
    const place = changedPlace(strip, index);
    const pixels = await packedPixels(strip, index, place);
    // Every `fcTL` and `fdAT` chunk has a sequence number. The first frame's pixels are an ordinary, unnumbered `IDAT`
    // chunk.
    parts.push(pngChunk('fcTL', control(Math.max(0, 2 * index - 1), place, delay[index] ?? 0)));
    parts.push(
      index === 0 ? pngChunk('IDAT', pixels) : pngChunk('fdAT', Buffer.concat([uint32(2 * index), pixels])),
    );
  }
  return Buffer.concat([...parts, pngChunk('IEND', Buffer.alloc(0))]);
}

/** Returns the data of an `fcTL` chunk for a frame that replaces an area of the canvas. */
function control(sequence: number, { left, top, width, height }: CanvasArea, durationMs: number): Buffer {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(Math.min(durationMs, longestMs), 0);
  times.writeUInt16BE(thousandths, 2);
  return Buffer.concat([uint32(sequence, width, height, left, top), times]);
}

/** Returns an area of a frame as compressed PNG pixels. */
async function packedPixels(strip: Strip, index: number, place: CanvasArea): Promise<Buffer> {
  const png = await frameOf(strip, index, place).png({ adaptiveFiltering: true }).toBuffer();
  return Buffer.concat([...chunksOf(png)].flatMap(({ name, data }) => (name === 'IDAT' ? [data] : [])));
}

/**
 * Returns the smallest rectangle that contains all differences from the previous frame. For the first frame, that is
 * the whole canvas.
 */
function changedPlace({ pixels, width, height }: Strip, index: number): CanvasArea {
  if (index === 0) return { left: 0, top: 0, width, height };
  const start = index * height;
  let [left, right, top, bottom] = [width, -1, height, -1];
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (start + y) * width + x;
      if (words[at] === words[at - width * height]) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), y];
    }
  }
  // A frame can't be empty, so an unchanged one repeats a single pixel.
  if (right < left) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}
