import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { ByteSource } from './byteSource.ts';
import { damagedMedia, incompleteMedia } from './mediaFaults.ts';
import { type Box, boxesIn, topBoxes } from './isoBoxes.ts';

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl']);
/** Length of the version and flags at the start of every table. */
const versionBytes = 4;
const pieceBytes = 64 * 1024;
/** Bytes per entry, and the offset of the sample count in an entry (ISO/IEC 14496-12, 8.6 and 8.7). */
const tables: Readonly<Record<string, { entry: number; at: number; each: boolean }>> = {
  stts: { entry: 8, at: 0, each: false },
  ctts: { entry: 8, at: 0, each: false },
  stsc: { entry: 12, at: 4, each: true },
};

/**
 * Validates an MP4 or QuickTime file before the media library reads it. Accepts all other files.
 * @throws ConversionError if the file is truncated, if its data is in another file, or if it claims to have more
 * samples than bytes, because the library would loop over all of them
 */
export function checkIsoMedia(bytes: ByteSource): void {
  const boxes = topBoxes(bytes);
  const isFragmented = boxes.some(({ type }) => type === 'moof');
  // A fragmented file can be played up to its last complete fragment.
  if (!isFragmented && (boxes.at(-1)?.end ?? 0) > bytes.size) throw incompleteMedia();
  for (const box of boxes) checkBox(bytes, box);
}

function checkBox(bytes: ByteSource, box: Box, depth = 0): void {
  const { type, start } = box;
  const end = Math.min(box.end, bytes.size);
  const table = ownValue(tables, type);
  if (table) checkCounts(bytes, { start, end }, table);
  else if (type === 'stsz') checkSizes(bytes, start);
  else if (type === 'dref') checkReferences(bytes, start, end);
  else if (containers.has(type) && depth < containers.size) {
    for (const inner of boxesIn(bytes, start, end)) {
      // Thousands of boxes could each contain the rest of the file.
      if (inner.end > end && isRead(inner)) throw damagedMedia();
      checkBox(bytes, inner, depth + 1);
    }
  }
}

/** True for boxes whose content is checked here and read by the media library. */
function isRead({ type }: Box): boolean {
  return containers.has(type) || type === 'stsz' || type === 'dref' || ownValue(tables, type) !== undefined;
}

/** If all samples have the same size, the table contains only that size and their number. */
function checkSizes(bytes: ByteSource, start: number): void {
  const head = bytes.read(start + versionBytes, 8);
  if (head.length === 8 && head.readUInt32BE(0) * head.readUInt32BE(4) > bytes.size) throw damagedMedia();
}

/** If an entry's first flag is set, the data is in the file itself (ISO/IEC 14496-12, 8.7.2). */
function checkReferences(bytes: ByteSource, start: number, end: number): void {
  let count = 0;
  for (const entry of boxesIn(bytes, start + versionBytes + 4, end)) {
    const [, , , flags = 0] = bytes.read(entry.start, versionBytes);
    if ((flags & 1) === 1) return;
    count += 1;
  }
  if (count === 0) return;
  throw new ConversionError(fault('video.elsewhere'));
}

function checkCounts(
  bytes: ByteSource,
  { start, end }: Pick<Box, 'start' | 'end'>,
  { entry, at, each }: { entry: number; at: number; each: boolean },
): void {
  const step = pieceBytes - (pieceBytes % entry);
  let samples = 0;
  for (let from = start + versionBytes + 4; from < end; from += step) {
    const piece = bytes.read(from, Math.min(step, end - from));
    for (let next = 0; next + entry <= piece.length; next += entry) {
      samples = piece.readUInt32BE(next + at) + (each ? 0 : samples);
      if (samples > bytes.size) throw damagedMedia();
    }
  }
}
