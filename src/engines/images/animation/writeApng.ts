import type { Metadata, Sharp } from 'sharp';
import { uint32 } from '../../lib/bigEndian.ts';
import { chunksOf, pngChunk, pngSignature } from '../../lib/pngChunks.ts';
import { pngMetadata, type ImageMetadata } from '../imageMetadata.ts';
import type { CanvasArea } from './canvas.ts';
import { frameOf, type Strip, stripOf } from './strip.ts';

const channels = 4;
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
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / channels);
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
