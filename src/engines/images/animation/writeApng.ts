import type { Metadata, Sharp } from 'sharp';
import { uint32 } from '../../lib/bigEndian.ts';
import { chunksOf, pngChunk, pngSignature } from '../../lib/pngChunks.ts';
import { pngMetadata, type ImageMetadata } from '../imageMetadata.ts';
import type { CanvasArea } from './canvas.ts';
import { frameOf, type Strip, stripOf } from './strip.ts';

const channels = 4;
/** Eight bits per channel, with alpha, without interlacing, as libvips writes four channels. */
const eightBitRgba = Buffer.of(8, 6, 0, 0, 0);
const longestMs = 65_535;
/** Delays are in thousandths of a second. */
const thousandths = 1000;

/**
 * A multi-page image as an animated PNG (PNG, third edition, 11.3.6), with only the changed part of each frame,
 * metadata, and a color profile if the image keeps its own.
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
    // All chunks of frames are numbered, except the first frame's pixels, which are those of an ordinary PNG.
    parts.push(pngChunk('fcTL', control(Math.max(0, 2 * index - 1), place, delay[index] ?? 0)));
    parts.push(
      index === 0 ? pngChunk('IDAT', pixels) : pngChunk('fdAT', Buffer.concat([uint32(2 * index), pixels])),
    );
  }
  return Buffer.concat([...parts, pngChunk('IEND', Buffer.alloc(0))]);
}

/** A frame control: replaces its area for a duration. */
function control(sequence: number, { left, top, width, height }: CanvasArea, durationMs: number): Buffer {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(Math.min(durationMs, longestMs), 0);
  times.writeUInt16BE(thousandths, 2);
  return Buffer.concat([uint32(sequence, width, height, left, top), times]);
}

/** An area of a frame, compressed as in a PNG. */
async function packedPixels(strip: Strip, index: number, place: CanvasArea): Promise<Buffer> {
  const png = await frameOf(strip, index, place).png({ adaptiveFiltering: true }).toBuffer();
  return Buffer.concat([...chunksOf(png)].flatMap(({ name, data }) => (name === 'IDAT' ? [data] : [])));
}

/** The smallest rectangle that contains all differences from the previous frame; the whole first frame. */
function changedPlace({ pixels, width, height }: Strip, index: number): CanvasArea {
  if (index === 0) return { left: 0, top: 0, width, height };
  const start = index * height;
  let [left, right, top, bottom] = [width, -1, height, -1];
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / channels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (start + y) * width + x;
      if (words[at] === words[at - width * height]) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), y];
    }
  }
  // A frame has at least one pixel.
  if (right < left) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}
