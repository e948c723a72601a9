const screenBytes = 13;
const frameHeaderBytes = 10;
export const introducers = { extension: 0x21, frame: 0x2c } as const;

/** True if a GIF ends within a frame, of which libvips would show only a part. */
export function isCutOff(gif: Buffer): boolean {
  for (let at = firstBlockAt(gif); ;) {
    const isFrame = gif[at] === introducers.frame;
    if (!isFrame && gif[at] !== introducers.extension) return false;
    const { end, isEnded } = blocksAt(gif, isFrame ? codesAt(gif, at) : at + 2);
    if (!isEnded) return true;
    at = end + 1;
  }
}

/** The start of the first frame or extension, after the description of the canvas. */
export function firstBlockAt(gif: Buffer): number {
  return screenBytes + tableBytes(gif[10]);
}

/** The start of the codes of the frame described here. */
export function codesAt(gif: Buffer, at: number): number {
  return at + frameHeaderBytes + tableBytes(gif[at + 9]) + 1;
}

/** The size of a color table, from the three lowest bits of its flags (GIF89a Specification, 18 and 20). */
function tableBytes(flags = 0): number {
  return flags < 0x80 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Blocks of data, each preceded by its length (the same, 15 and 16). */
interface Blocks {
  /** The end of the last existing one. */
  readonly end: number;
  /** True if an empty one follows. */
  readonly isEnded: boolean;
}

/** The consecutive blocks from here on. */
export function blocksAt(gif: Buffer, start: number): Blocks {
  let end = start;
  for (;;) {
    const length = gif[end];
    if (length === 0) return { end, isEnded: true };
    if (length === undefined || end + 1 + length > gif.length) return { end, isEnded: false };
    end += 1 + length;
  }
}

/** The content of such blocks. */
export function contentOf(gif: Buffer, start: number, end: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = start; at < end; at += 1 + gif.readUInt8(at)) {
    blocks.push(gif.subarray(at + 1, at + 1 + gif.readUInt8(at)));
  }
  return Buffer.concat(blocks);
}
