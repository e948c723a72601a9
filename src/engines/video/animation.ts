import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import { apngAnimation } from '../images/animation/apng.ts';
import { codesAt, firstBlockAt } from '../images/animation/gif.ts';
import { type Animation, type Still, stillsWithin } from '../images/animation/frames.ts';
import { damagedMedia } from '../lib/mediaFaults.ts';
import { type WebpChunk, webpChunksOf, webpFlags, webpHeader, webpOf } from '../lib/webpChunks.ts';

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
  if ((await stat(path)).size > maxBytes) throw new ConversionError(fault('animation.bytes'));
  const file = await readFile(path);
  try {
    const reader = ownValue(readers, from);
    if (reader === undefined) throw new Error(`Unsupported source format: ${from}`);
    const animation = reader(file);
    const { width, height } = animation;
    const checked = stillsWithin(maxPixelsInAll, animation);
    if (checked === undefined) throw new ConversionError(fault('animation.length'));
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
  return new ConversionError(fault('animation.pixels', maxSidePixels, maxPixels));
}

const controlBytes = 8;
const controlLabel = 0xf9;
const gifMarks = { extension: 0x21, picture: 0x2c, end: 0x3b } as const;
const delayUnitMs = 10;
const disposals: Readonly<Record<number, Still['disposal']>> = { 2: 'clear', 3: 'restore' };

/** Parses an animated GIF (GIF89a, 17 to 27). */
export function gifAnimation(gif: Buffer): Animation {
  const start = firstBlockAt(gif);
  return { width: gif.readUInt16LE(6), height: gif.readUInt16LE(8), stills: gifStills(gif, start) };
}

function* gifStills(gif: Buffer, start: number): Generator<Still> {
  let control: Buffer | undefined;
  // Some programs omit the last byte, which marks the end.
  for (let at = start; at !== gif.length && gif.readUInt8(at) !== gifMarks.end;) {
    const mark = gif.readUInt8(at);
    if (mark === gifMarks.extension) {
      const end = endOfBlocks(gif, at + 2);
      if (gif.readUInt8(at + 1) === controlLabel) control = gif.subarray(at, end);
      at = end;
    } else if (mark === gifMarks.picture) {
      const end = endOfBlocks(gif, codesAt(gif, at));
      yield gifStill(gif.subarray(0, start), control, gif.subarray(at, end));
      control = undefined;
      at = end;
    } else throw damagedMedia();
  }
}

function gifStill(head: Buffer, control: Buffer = Buffer.alloc(0), picture: Buffer): Still {
  const isControlled = control.length === controlBytes;
  return {
    left: picture.readUInt16LE(1),
    top: picture.readUInt16LE(3),
    width: picture.readUInt16LE(5),
    height: picture.readUInt16LE(7),
    durationMs: isControlled ? control.readUInt16LE(4) * delayUnitMs : 0,
    blends: true,
    disposal: (isControlled && disposals[(control.readUInt8(3) >> 2) & 0b111]) || 'keep',
    file: () => {
      const file = Buffer.concat([head, control, picture, Buffer.of(gifMarks.end)]);
      picture.copy(file, 6, 5, 9);
      file.fill(0, head.length + control.length + 1, head.length + control.length + 5);
      return file;
    },
  };
}

/** Returns the position after a list of data blocks. Each block starts with its length, and the last one is empty. */
function endOfBlocks(gif: Buffer, start: number): number {
  let at = start;
  while (gif.readUInt8(at) !== 0) at += 1 + gif.readUInt8(at);
  return at + 1;
}

const frameHeaderBytes = 16;
const webpFrameFlags = { noBlending: 0b10, clearing: 0b01 } as const;

/**
 * Parses an animated WebP (RFC 9649, 2.7).
 * @throws RangeError if the file ends too soon
 */
function webpAnimation(webp: Buffer): Animation {
  const [first] = webpChunksOf(webp);
  if (first?.name !== 'VP8X') return { width: 0, height: 0, stills: [] };
  const { data } = first;
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1, stills: webpStills(webp) };
}

function* webpStills(webp: Buffer): Generator<Still> {
  let profile: WebpChunk | undefined;
  for (const each of webpChunksOf(webp)) {
    if (each.name === 'ICCP') profile = each;
    if (each.name === 'ANMF') yield webpStill(each.data, profile);
  }
}

function webpStill(frame: Buffer, profile: WebpChunk | undefined): Still {
  const how = frame.readUInt8(15);
  const [width, height] = [frame.readUIntLE(6, 3) + 1, frame.readUIntLE(9, 3) + 1];
  const about = webpHeader(webpFlags.alpha | (profile ? webpFlags.profile : 0), width, height);
  const parts = [...webpChunksOf(frame, frameHeaderBytes)];
  return {
    left: 2 * frame.readUIntLE(0, 3),
    top: 2 * frame.readUIntLE(3, 3),
    width,
    height,
    durationMs: frame.readUIntLE(12, 3),
    blends: (how & webpFrameFlags.noBlending) === 0,
    disposal: (how & webpFrameFlags.clearing) === 0 ? 'keep' : 'clear',
    file: () => webpOf([about, ...(profile ? [profile] : []), ...parts]),
  };
}
