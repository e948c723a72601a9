import type { ByteSource } from '../../lib/byteSource.ts';
import { damagedMedia, incompleteMedia } from '../../lib/media/faults.ts';

/** Identifiers of elements (RFC 9559, 5.1), with the bits that tell their length. */
const ids = { header: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, title: 0x7ba9 };
/** What a segment is made of: SeekHead, Info, Tracks, Chapters, Cluster, Cues, Attachments, Tags, Void and CRC-32. */
const parts: ReadonlySet<number> = new Set([
  0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1043a770, 0x1f43b675, 0x1c53bb6b, 0x1941a469, 0x1254c367, 0xec, 0xbf,
]);
/** An identifier and a size at their longest. */
const maxStartBytes = 12;
const maxTitleBytes = 4096;
/** More than a day of clusters of a second each. */
const maxParts = 100_000;

interface Element {
  readonly id: number;
  readonly start: number;
  /** Where it ends by its own account; `undefined` for what is written as it comes. */
  readonly end: number | undefined;
}

/**
 * Looks at a video in Matroska before a library believes it, and returns its title; `undefined` when it has none, or is
 * no Matroska. Where the library meets what makes no sense, it looks for the next part for ever.
 * @throws ConversionError when the video was cut off, or is not made of the parts that there are
 */
export function checkMatroska(bytes: ByteSource): string | undefined {
  const header = elementAt(bytes, 0);
  if (header?.id !== ids.header || header.end === undefined) return undefined;
  const segment = elementAt(bytes, header.end);
  if (segment?.id !== ids.segment) return undefined;
  // Before what is cut off is called damaged.
  if ((segment.end ?? 0) > bytes.size) throw incompleteMedia();
  let title: string | undefined;
  const end = segment.end ?? bytes.size;
  let at = segment.start;
  for (let count = 0; count < maxParts && at < end; count += 1) {
    const part = elementAt(bytes, at);
    if (part === undefined || !parts.has(part.id)) throw damagedMedia();
    // What is written as it comes has no end, and neither has a recording that was broken off.
    if (part.end === undefined || (segment.end === undefined && part.end > end)) break;
    if (part.end > end) throw damagedMedia();
    if (part.id === ids.info) title = titleIn(bytes, part.start, part.end);
    at = part.end;
  }
  return title;
}

/** @throws ConversionError when what tells about the video makes no sense */
function titleIn(bytes: ByteSource, start: number, end: number): string | undefined {
  let at = start;
  while (at < end) {
    const element = elementAt(bytes, at);
    if (element?.end === undefined || element.end > end) throw damagedMedia();
    if (element.id === ids.title) {
      const text = bytes.read(element.start, Math.min(element.end - element.start, maxTitleBytes));
      return new TextDecoder().decode(text).replace(/\0.*$/s, '');
    }
    at = element.end;
  }
  return undefined;
}

/** Numbers of a length that their first byte tells: an identifier, and a size (RFC 8794, 4 to 6). */
function elementAt(bytes: ByteSource, at: number): Element | undefined {
  const head = bytes.read(at, maxStartBytes);
  const idBytes = lengthOf(head[0]);
  const sizeBytes = lengthOf(head[idBytes]);
  if (head.length < idBytes + sizeBytes || idBytes > 4 || sizeBytes > 8) return undefined;
  const size = Buffer.from(head.subarray(idBytes, idBytes + sizeBytes));
  size[0] = (size[0] ?? 0) & (0xff >> sizeBytes);
  const value = numberOf(size);
  const start = at + idBytes + sizeBytes;
  const isUnknown = value === 2 ** (7 * sizeBytes) - 1;
  return { id: numberOf(head.subarray(0, idBytes)), start, end: isUnknown ? undefined : start + value };
}

function lengthOf(first = 0): number {
  return Math.clz32(first) - 23;
}

function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}
