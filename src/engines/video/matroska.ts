import type { ByteSource } from '../lib/byteSource.ts';
import { damagedMedia, incompleteMedia } from '../lib/mediaFaults.ts';

/** Ids of Matroska elements (RFC 9559, 5.1), including their length bits. */
const ids = { header: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, title: 0x7ba9 };
/**
 * Ids of the elements in a segment: SeekHead, Info, Tracks, Chapters, Cluster, Cues, Attachments, Tags, Void, and
 * CRC-32.
 */
const parts: ReadonlySet<number> = new Set([
  0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1043a770, 0x1f43b675, 0x1c53bb6b, 0x1941a469, 0x1254c367, 0xec, 0xbf,
]);
/** The maximum length of an element's id and size. */
const maxStartBytes = 12;
const maxTitleBytes = 4096;
/** The maximum number of elements in a segment: more than a day of one-second clusters. */
const maxParts = 100_000;

interface Element {
  readonly id: number;
  readonly start: number;
  /** The declared end of the element; `undefined` for a live stream. */
  readonly end: number | undefined;
}

/**
 * Validates a Matroska video before Mediabunny reads it, because Mediabunny would search invalid data for the next
 * element forever. Returns the title, or `undefined` if the file has none or isn't Matroska.
 * @throws ConversionError if the video is truncated or has unknown elements
 */
export function checkMatroska(bytes: ByteSource): string | undefined {
  const header = elementAt(bytes, 0);
  if (header?.id !== ids.header || header.end === undefined) return undefined;
  const segment = elementAt(bytes, header.end);
  if (segment?.id !== ids.segment) return undefined;
  // The size is checked first, so that a truncated file isn't reported as damaged.
  if ((segment.end ?? 0) > bytes.size) throw incompleteMedia();
  let title: string | undefined;
  const end = segment.end ?? bytes.size;
  let at = segment.start;
  for (let count = 0; count < maxParts && at < end; count += 1) {
    const part = elementAt(bytes, at);
    if (part === undefined || !parts.has(part.id)) throw damagedMedia();
    // A live stream has no declared end, and an interrupted recording ends before its declared end.
    if (part.end === undefined || (segment.end === undefined && part.end > end)) break;
    if (part.end > end) throw damagedMedia();
    if (part.id === ids.info) title = titleIn(bytes, part.start, part.end);
    at = part.end;
  }
  return title;
}

/** Returns the title from a video's metadata. @throws ConversionError if the metadata is invalid */
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

/** Parses the start of an element: its id and size, which have variable lengths (RFC 8794, 4 to 6). */
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
