const screenBytes = 13;
const frameHeaderBytes = 10;
export const introducers = { extension: 0x21, frame: 0x2c } as const;

/** Returns true if a GIF ends within a frame. libvips would show only part of that frame. */
export function isCutOff(gif: Buffer): boolean {
  for (let at = firstBlockAt(gif); ;) {
    const isFrame = gif[at] === introducers.frame;
    if (!isFrame && gif[at] !== introducers.extension) return false;
    const { end, isEnded } = blocksAt(gif, isFrame ? codesAt(gif, at) : at + 2);
    if (!isEnded) return true;
    at = end + 1;
  }
}

/**
 * Returns the offset of the first frame or extension, which follows the screen descriptor and the global color table.
 */
export function firstBlockAt(gif: Buffer): number {
  return screenBytes + tableBytes(gif[10]);
}

/** Returns the offset of a frame's LZW codes. The frame's descriptor is at `at`. */
export function codesAt(gif: Buffer, at: number): number {
  return at + frameHeaderBytes + tableBytes(gif[at + 9]) + 1;
}

/** Returns the size of a color table, based on its flags (GIF89a Specification, 18 and 20). */
function tableBytes(flags = 0): number {
  return flags < 0x80 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** A series of data blocks, each preceded by its length (GIF89a Specification, 15 and 16). */
interface Blocks {
  /** Offset after the last block that exists. */
  readonly end: number;
  /** True if an empty block terminates the series. */
  readonly isEnded: boolean;
}

/** Finds the end of the data blocks that begin at `start`. */
export function blocksAt(gif: Buffer, start: number): Blocks {
  let end = start;
  for (;;) {
    const length = gif[end];
    if (length === 0) return { end, isEnded: true };
    if (length === undefined || end + 1 + length > gif.length) return { end, isEnded: false };
    end += 1 + length;
  }
}

/** Joins the data of the blocks between two offsets. */
export function contentOf(gif: Buffer, start: number, end: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = start; at < end; at += 1 + gif.readUInt8(at)) {
    blocks.push(gif.subarray(at + 1, at + 1 + gif.readUInt8(at)));
  }
  return Buffer.concat(blocks);
}
