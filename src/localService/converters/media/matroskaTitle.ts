import type { ByteSource } from './byteSource.ts';
import { damagedMedia, incompleteMedia } from './faults.ts';

/** Identifiers of elements (RFC 9559, 5.1), with the bits that tell their length. */
const ids = { header: 0x1a45dfa3, segment: 0x18538067, info: 0x1549a966, title: 0x7ba9, cluster: 0x1f43b675 };
/** An identifier and a size at their longest. */
const maxStartBytes = 12;
const maxTitleBytes = 4096;
/** What stands before the information about the film is little: positions, tracks, tags. */
const maxElements = 1000;

interface Element {
  readonly id: number;
  readonly start: number;
  /** Where it ends by its own account; `undefined` for what is written as it comes. */
  readonly end: number | undefined;
}

/**
 * The title of a film in Matroska; `undefined` when it has none, or is no Matroska.
 * @throws ConversionError when the film was cut off, or what stands before it makes no sense
 */
export async function matroskaTitle(bytes: ByteSource): Promise<string | undefined> {
  const header = await elementAt(bytes, 0);
  if (header?.id !== ids.header || header.end === undefined) return undefined;
  const segment = await elementAt(bytes, header.end);
  if (segment?.id !== ids.segment) return undefined;
  // Before what is cut off is called damaged.
  if ((segment.end ?? 0) > bytes.size) throw incompleteMedia();
  return titleIn(bytes, segment.start);
}

/** The title among what stands before the film, all of which must make sense: the library would look for it for ever. */
async function titleIn(bytes: ByteSource, start: number): Promise<string | undefined> {
  let title: string | undefined;
  let at = start;
  for (let count = 0; count < maxElements && at < bytes.size; count += 1) {
    const element = await elementAt(bytes, at);
    if (element?.id === ids.cluster) break;
    if (element?.end === undefined || element.end > bytes.size) throw damagedMedia();
    if (element.id === ids.title) {
      const end = Math.min(element.end, element.start + maxTitleBytes);
      title = new TextDecoder().decode(await bytes.read(element.start, end)).replace(/\0.*$/s, '');
    }
    at = element.id === ids.info ? element.start : element.end;
  }
  return title;
}

/** Numbers of a length that their first byte tells: an identifier, and a size (RFC 8794, 4 to 6). */
async function elementAt(bytes: ByteSource, at: number): Promise<Element | undefined> {
  const head = await bytes.read(at, at + maxStartBytes);
  const idBytes = lengthOf(head[0]);
  const sizeBytes = lengthOf(head[idBytes]);
  if (head.length < idBytes + sizeBytes || idBytes > 4 || sizeBytes > 8) return undefined;
  const size = head.slice(idBytes, idBytes + sizeBytes);
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
