import type { ByteSource } from '../byteSource.ts';

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
