import { pixelsOfCodes } from './codes.ts';

const screenBytes = 13;
const extension = 0x21;
const frame = 0x2c;
const trailer = 0x3b;
const frameHeaderBytes = 10;

/**
 * The GIF as far as its frames are whole, where more stands behind them, or less than its end; `undefined` where nothing
 * would change, or where no frame is whole (GIF89a Specification, 17 to 27).
 */
export function wholeFrames(gif: Buffer): Buffer | undefined {
  const { end, isAll } = endOfFrames(gif);
  if (end === undefined || isAll) return undefined;
  return Buffer.concat([gif.subarray(0, end), Buffer.of(0, trailer)]);
}

interface End {
  /** Of the last block of data of the last frame that is whole. */
  readonly end: number | undefined;
  /** Whether the file ends behind it as it should. */
  readonly isAll: boolean;
}

function endOfFrames(gif: Buffer): End {
  let end: number | undefined;
  for (let at = screenBytes + tableBytes(gif[10]); ;) {
    const introducer = gif[at];
    if (introducer === trailer) return { end, isAll: true };
    if (introducer !== extension && introducer !== frame) return { end, isAll: false };
    const isFrame = introducer === frame;
    const head = isFrame ? frameHeaderBytes + tableBytes(gif[at + 9]) + 1 : 2;
    const data = blocksAt(gif, at + head);
    if (isFrame && isWhole(gif, at, at + head, data)) end = data.end;
    if (!data.isEnded) return { end, isAll: false };
    at = data.end + 1;
  }
}

/** What a table of colors takes, of which the three lowest bits tell the size. */
export function tableBytes(flags = 0): number {
  return flags < 0x80 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

interface Blocks {
  /** Where the last one that is there ends. */
  readonly end: number;
  /** Whether an empty one stands behind it. */
  readonly isEnded: boolean;
}

export function blocksAt(gif: Buffer, start: number): Blocks {
  let end = start;
  for (;;) {
    const length = gif[end];
    if (length === 0) return { end, isEnded: true };
    if (length === undefined || end + 1 + length > gif.length) return { end, isEnded: false };
    end += 1 + length;
  }
}

function isWhole(gif: Buffer, at: number, start: number, { end, isEnded }: Blocks): boolean {
  if (isEnded || end <= start) return isEnded;
  const pixels = gif.readUInt16LE(at + 5) * gif.readUInt16LE(at + 7);
  return pixelsOfCodes(contentOf(gif, start, end), gif.readUInt8(start - 1)) >= pixels;
}

export function contentOf(gif: Buffer, start: number, end: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = start; at < end; at += 1 + gif.readUInt8(at)) {
    blocks.push(gif.subarray(at + 1, at + 1 + gif.readUInt8(at)));
  }
  return Buffer.concat(blocks);
}
