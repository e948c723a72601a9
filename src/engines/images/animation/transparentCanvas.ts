import { blocksAt, codesAt, contentOf, firstBlockAt, introducers } from './gifBlocks.ts';
import { colorsOfCodes } from './gifCodes.ts';

const screenBytes = 13;
const frameHeaderBytes = 10;
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
