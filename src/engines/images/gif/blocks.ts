const screenBytes = 13;
const frameHeaderBytes = 10;
export const introducers = { extension: 0x21, frame: 0x2c } as const;

/** Whether a GIF ends within a frame, of which libvips shows as much as is there. */
export function isCutOff(gif: Buffer): boolean {
  for (let at = firstBlockAt(gif); ;) {
    const isFrame = gif[at] === introducers.frame;
    if (!isFrame && gif[at] !== introducers.extension) return false;
    const { end, isEnded } = blocksAt(gif, isFrame ? codesAt(gif, at) : at + 2);
    if (!isEnded) return true;
    at = end + 1;
  }
}

/** Where the first frame or extension stands, behind what is told of the canvas. */
export function firstBlockAt(gif: Buffer): number {
  return screenBytes + tableBytes(gif[10]);
}

/** Where the codes stand of the frame that is described here. */
export function codesAt(gif: Buffer, at: number): number {
  return at + frameHeaderBytes + tableBytes(gif[at + 9]) + 1;
}

/** What a table of colors takes, of which the three lowest bits of its flags tell the size (GIF89a Specification, 18 and 20). */
function tableBytes(flags = 0): number {
  return flags < 0x80 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Blocks of data, each behind its length (the same, 15 and 16). */
interface Blocks {
  /** Where the last one that is there ends. */
  readonly end: number;
  /** Whether an empty one stands behind it. */
  readonly isEnded: boolean;
}

/** The blocks that stand one behind the other from here on. */
export function blocksAt(gif: Buffer, start: number): Blocks {
  let end = start;
  for (;;) {
    const length = gif[end];
    if (length === 0) return { end, isEnded: true };
    if (length === undefined || end + 1 + length > gif.length) return { end, isEnded: false };
    end += 1 + length;
  }
}

/** What such blocks hold. */
export function contentOf(gif: Buffer, start: number, end: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = start; at < end; at += 1 + gif.readUInt8(at)) {
    blocks.push(gif.subarray(at + 1, at + 1 + gif.readUInt8(at)));
  }
  return Buffer.concat(blocks);
}
