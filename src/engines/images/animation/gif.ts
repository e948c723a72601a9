const graphicControl = 0xf9;
const restoresBackground = 2;
/** No pixel has this color index unless the frame's codes have the maximum width of 8 bits. */
const lastIndex = 255;

interface Frame {
  /** Offset of the frame's descriptor. */
  readonly at: number;
  readonly controlAt: number | undefined;
  readonly isFull: boolean;
  readonly disposal: number;
  readonly isTransparent: boolean;
  readonly rootBits: number;
  readonly codes: () => Buffer;
}

/**
 * Returns a copy of a GIF in which every frame has a transparent color, if its frames leave a part of the canvas
 * uncovered: libvips would fill that part with black. Returns `undefined` if the GIF needs no change.
 */
export function withTransparentCanvas(gif: Buffer): Buffer | undefined {
  if (gif.toString('latin1', 0, 4) !== 'GIF8') return undefined;
  const frames = framesOf(gif);
  const [first] = frames;
  if (first === undefined || frames.some(({ isTransparent }) => isTransparent)) return undefined;
  const isOpen =
    !first.isFull ||
    frames.some(
      ({ disposal }, index) => disposal === restoresBackground && frames[index + 1]?.isFull === false,
    );
  if (!isOpen) return undefined;
  let end = 0;
  const parts = frames.flatMap((frame) => {
    const start = frame.controlAt ?? frame.at;
    const before = gif.subarray(end, start);
    end = frame.controlAt === undefined ? start : start + 8;
    return [before, transparentControl(frame, gif.subarray(start, end))];
  });
  return Buffer.concat([...parts, gif.subarray(end)]);
}

/** Returns a graphic control extension that makes an unused color transparent, or `control` if all colors are used. */
function transparentControl({ rootBits, codes }: Frame, control: Buffer): Buffer {
  const used = rootBits < 8 ? undefined : colorsOfCodes(codes(), rootBits);
  const index =
    used === undefined
      ? lastIndex
      : Array.from({ length: 256 }, (_, each) => each).find((each) => !used.has(each));
  if (index === undefined) return control;
  const changed =
    control.length > 0
      ? Buffer.from(control)
      : Buffer.from([introducers.extension, graphicControl, 4, 0, 0, 0, 0, 0]);
  changed.writeUInt8(changed.readUInt8(3) | 1, 3);
  changed.writeUInt8(index, 6);
  return changed;
}

/** Returns all frames that the file contains, even if it is cut off. */
function framesOf(gif: Buffer): Frame[] {
  const frames: Frame[] = [];
  if (gif.length < screenBytes) return frames;
  const [width, height] = [gif.readUInt16LE(6), gif.readUInt16LE(8)];
  let controlAt: number | undefined;
  for (let at = firstBlockAt(gif); at + frameHeaderBytes <= gif.length;) {
    const isFrame = gif[at] === introducers.frame;
    if (!isFrame && gif[at] !== introducers.extension) break;
    const start = isFrame ? codesAt(gif, at) : at + 2;
    const data = blocksAt(gif, start);
    if (isFrame) {
      const [left, top, right, bottom] = [1, 3, 5, 7].map((field) => gif.readUInt16LE(at + field));
      const flags = controlAt === undefined ? 0 : gif.readUInt8(controlAt + 3);
      frames.push({
        at,
        controlAt,
        isFull: left === 0 && top === 0 && (right ?? 0) >= width && (bottom ?? 0) >= height,
        disposal: (flags >> 2) & 7,
        isTransparent: (flags & 1) === 1,
        rootBits: gif[start - 1] ?? 0,
        codes: () => contentOf(gif, start, data.end),
      });
      controlAt = undefined;
    } else if (gif[at + 1] === graphicControl && gif[at + 2] === 4) controlAt = at;
    if (!data.isEnded) break;
    at = data.end + 1;
  }
  return frames;
}

const screenBytes = 13;
const frameHeaderBytes = 10;
const introducers = { extension: 0x21, frame: 0x2c } as const;

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
function blocksAt(gif: Buffer, start: number): Blocks {
  let end = start;
  for (;;) {
    const length = gif[end];
    if (length === 0) return { end, isEnded: true };
    if (length === undefined || end + 1 + length > gif.length) return { end, isEnded: false };
    end += 1 + length;
  }
}

/** Joins the data of the blocks between two offsets. */
function contentOf(gif: Buffer, start: number, end: number): Buffer {
  const blocks: Buffer[] = [];
  for (let at = start; at < end; at += 1 + gif.readUInt8(at)) {
    blocks.push(gif.subarray(at + 1, at + 1 + gif.readUInt8(at)));
  }
  return Buffer.concat(blocks);
}

const maxCodeBits = 12;

/** Returns the colors that a frame's LZW codes use, up to the first invalid code (GIF89a Specification, appendix F). */
function colorsOfCodes(data: Buffer, rootBits: number): ReadonlySet<number> {
  const used = new Set<number>();
  if (rootBits < 1 || rootBits >= maxCodeBits) return used;
  const clear = 1 << rootBits;
  let [bits, next, isFirst] = [rootBits + 1, clear + 2, true];
  let [held, heldBits] = [0, 0];
  for (const byte of data) {
    held |= byte << heldBits;
    heldBits += 8;
    while (heldBits >= bits) {
      const code = held & ((1 << bits) - 1);
      held >>>= bits;
      heldBits -= bits;
      if (code === clear + 1) return used;
      if (code === clear) {
        [bits, next, isFirst] = [rootBits + 1, clear + 2, true];
        continue;
      }
      // Only literal codes are checked, because every color occurs as one before it occurs in a sequence.
      if (code < clear) used.add(code);
      if (code > next || (code === next && isFirst)) return used;
      if (!isFirst && next < 1 << maxCodeBits) {
        next += 1;
        if (next === 1 << bits && bits < maxCodeBits) bits += 1;
      }
      isFirst = false;
    }
  }
  return used;
}
