import { uint32 } from '../bigEndian.ts';
import { bytesOf } from '../byteSource.ts';
import { type Box, boxesIn } from './isoMediaBoxes.ts';

/** Returns the top-level boxes of a file in memory. */
export function boxesOf(file: Buffer): Box[] {
  return [...boxesIn(bytesOf(file), 0, file.length)];
}

/** Returns the boxes inside a box, except for the first `skipped` bytes of its content. */
export function childBoxes(file: Buffer, { start, end }: Box, skipped = 0): Box[] {
  return [...boxesIn(bytesOf(file), start + skipped, Math.min(end, file.length))];
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
