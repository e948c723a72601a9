import { type ByteSource, bytesOf } from './byteSource.ts';
import { uint32 } from './bigEndian.ts';

const headerBytes = 8;
const largeHeaderBytes = 16;
/** More boxes than any valid file has, not counting fragments. */
const maxBoxes = 10_000;
const firstBoxes = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/** A box of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2). Offsets are positions in the file. */
export interface Box {
  readonly type: string;
  /** Offset of the box's content. */
  readonly start: number;
  /** Offset of the end, according to the declared size. */
  readonly end: number;
}

/** Yields the consecutive boxes between two offsets, up to the first invalid one. */
export function* boxesIn(bytes: ByteSource, start: number, end: number): Generator<Box> {
  let at = start;
  for (let count = 0; count < maxBoxes && at + headerBytes <= end; count += 1) {
    const head = bytes.read(at, largeHeaderBytes);
    if (head.length < headerBytes) return;
    const [size, type] = [head.readUInt32BE(0), head.toString('latin1', 4, headerBytes)];
    const isLarge = size === 1 && head.length === largeHeaderBytes;
    const whole = size === 0 ? end - at : isLarge ? Number(head.readBigUInt64BE(headerBytes)) : size;
    const header = isLarge ? largeHeaderBytes : headerBytes;
    if (whole < header) return;
    yield { type, start: at + header, end: at + whole };
    at += whole;
  }
}

/** Returns the top-level boxes of a file, or none if it isn't an MP4 or QuickTime file. */
export function topBoxes(bytes: ByteSource): readonly Box[] {
  const boxes: Box[] = [];
  for (const box of boxesIn(bytes, 0, bytes.size)) {
    if (boxes.length === 0 && !firstBoxes.has(box.type)) return [];
    boxes.push(box);
    // A fragmented file can have any number of `moof` boxes.
    if (box.type === 'moof') break;
  }
  return boxes;
}

/** Returns the top-level boxes of a file in memory. */
export function boxesOf(file: Buffer): Box[] {
  return [...boxesIn(bytesOf(file), 0, file.length)];
}

/**
 * Returns the boxes inside a box, except for the first `skipped` bytes of its content. They end where it ends at the
 * latest: otherwise thousands of boxes could each contain the rest of the file.
 */
export function childBoxes(file: Buffer, box: Box, skipped = 0): Box[] {
  const last = Math.min(box.end, file.length);
  const inner = [...boxesIn(bytesOf(file), box.start + skipped, last)];
  return inner.map(({ type, start, end }) => ({ type, start, end: Math.min(end, last) }));
}

/** Returns the boxes inside all boxes of the given type. */
export function childrenOfType(file: Buffer, boxes: readonly Box[], type: string, skipped = 0): Box[] {
  return boxes.filter((box) => box.type === type).flatMap((box) => childBoxes(file, box, skipped));
}

/** Returns the content of the first box of the given type. */
export function boxContent(file: Buffer, boxes: readonly Box[], type: string): Buffer | undefined {
  const box = boxes.find((each) => each.type === type);
  return box && file.subarray(box.start, box.end);
}

/** Writes a box (ISO/IEC 14496-12, 4.2, and ISO/IEC 15444-1, I.4). */
export function isoBox(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([uint32(8 + content.length), Buffer.from(type, 'latin1'), content]);
}

/** Writes a box with version 0 and no flags. */
export function fullBox(type: string, ...contents: readonly Uint8Array[]): Buffer {
  return isoBox(type, Buffer.alloc(4), ...contents);
}
