import { bufferOf } from '../../../util/bytes.ts';
import { type Directory, type Form, typeBytes } from './directory.ts';
import { alphaSamples, colorings, type Layout } from './layout.ts';
import type { Levels } from './pixels.ts';

/** Little-endian, like the samples in memory: VS Code doesn't run on big-endian computers. */
const form = { bigEndian: false, isBig: false };

const orientationTag = 274;
const profileTag = 34675;

/** Photometric interpretations that are written unchanged, so the color profile still applies. */
const kept: ReadonlySet<number> = new Set([
  colorings.whiteIsZero,
  colorings.blackIsZero,
  colorings.rgb,
  colorings.inks,
]);

/**
 * Writes samples as an uncompressed TIFF with one strip, and with the orientation and color profile of the original
 * directory.
 */
export function writeTiff(levels: Levels, layout: Layout, directory: Directory): Buffer {
  const { width, height, channels, highest, data } = levels;
  const pixels = bufferOf(data);
  const head = tiffHead(form);
  const headBytes = head.bytes.length;
  const alpha = layout.extraSamples.find((each) => alphaSamples.includes(each));
  const isKept = kept.has(layout.photometric);
  const profile =
    isKept || layout.photometric === colorings.palette ? directory.bytes(profileTag) : undefined;
  const tags = [
    offsetTag(form, 256, width),
    offsetTag(form, 257, height),
    shorts(form, 258, ...Array.from({ length: channels }, () => (highest > 0xff ? 16 : 8))),
    shorts(form, 259, 1),
    shorts(form, 262, isKept ? layout.photometric : colorings.rgb),
    offsetTag(form, 273, headBytes),
    shorts(form, orientationTag, directory.number(orientationTag) ?? 1),
    shorts(form, 277, channels),
    offsetTag(form, 278, height),
    offsetTag(form, 279, pixels.length),
    ...(alpha === undefined ? [] : [shorts(form, 338, alpha)]),
    ...(profile === undefined
      ? []
      : [{ tag: profileTag, type: undefinedType, count: profile.length, content: profile }]),
  ];
  const directoryAt = headBytes + pixels.length + (pixels.length % 2);
  writeNumber(head.bytes, form, directoryAt, head.link, offsetBytes(form));
  const padding = Buffer.alloc(pixels.length % 2);
  return Buffer.concat([head.bytes, pixels, padding, directoryTable(form, tags, directoryAt).bytes]);
}

/** A tag with its values, in the byte order and offset size of a file. */
export interface Tag {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly content: Buffer;
}

const shortType = 3;
const longType = 4;
const undefinedType = 7;
const long8Type = 16;

/** Returns the number of bytes that are swapped together. A fraction consists of two 32-bit numbers. */
const wordBytes = (type: number): number => (type === 5 || type === 10 ? 4 : (typeBytes[type] ?? 1));

/** Returns a tag with 16-bit numbers. */
export function shorts(form: Form, tag: number, ...values: readonly number[]): Tag {
  return { tag, type: shortType, count: values.length, content: numbers(form, 2, values) };
}

/** Returns a tag with numbers of the same size as offsets: 32 bits, or 64 in a BigTIFF. */
export function offsetTag(form: Form, tag: number, ...values: readonly number[]): Tag {
  const type = form.isBig ? long8Type : longType;
  return { tag, type, count: values.length, content: numbers(form, offsetBytes(form), values) };
}

/** Returns the size of an offset in bytes. */
export function offsetBytes({ isBig }: Form): number {
  return isBig ? 8 : 4;
}

/** Converts a tag to another byte order. */
export function inOrder(tag: Tag, from: Form, to: Form): Tag {
  const width = wordBytes(tag.type);
  if (from.bigEndian === to.bigEndian || width === 1) return tag;
  const content = Buffer.from(tag.content);
  if (width === 2) content.swap16();
  else if (width === 4) content.swap32();
  else content.swap64();
  return { ...tag, content };
}

/**
 * Writes a directory for the given offset, followed by its external values. Also returns the position of the link to
 * the next directory.
 */
export function directoryTable(
  form: Form,
  tags: readonly Tag[],
  at: number,
): { readonly bytes: Buffer; readonly link: number } {
  const room = offsetBytes(form);
  const [countBytes, entryBytes] = [form.isBig ? 8 : 2, 4 + 2 * room];
  const table = Buffer.alloc(countBytes + tags.length * entryBytes + room);
  writeNumber(table, form, tags.length, 0, countBytes);
  const further: Buffer[] = [];
  let end = at + table.length;
  for (const [index, { tag, type, count, content }] of tags.toSorted((a, b) => a.tag - b.tag).entries()) {
    const entry = countBytes + index * entryBytes;
    writeNumber(table, form, tag, entry, 2);
    writeNumber(table, form, type, entry + 2, 2);
    writeNumber(table, form, count, entry + 4, room);
    if (content.length <= room) {
      content.copy(table, entry + 4 + room);
    } else {
      writeNumber(table, form, end, entry + 4 + room, room);
      // Values must begin at even offsets.
      const padded = content.length % 2 === 0 ? content : Buffer.concat([content, Buffer.alloc(1)]);
      further.push(padded);
      end += padded.length;
    }
  }
  return { bytes: Buffer.concat([table, ...further]), link: at + table.length - room };
}

/** Returns the header of a TIFF and the position of its link to the first directory, which isn't set yet. */
export function tiffHead(form: Form): { readonly bytes: Buffer; readonly link: number } {
  const bytes = Buffer.alloc(form.isBig ? 16 : 8);
  bytes.write(form.bigEndian ? 'MM' : 'II', 'latin1');
  writeNumber(bytes, form, form.isBig ? 43 : 42, 2, 2);
  if (form.isBig) writeNumber(bytes, form, offsetBytes(form), 4, 2);
  return { bytes, link: bytes.length - offsetBytes(form) };
}

/** @throws RangeError if the number doesn't fit */
export function writeNumber(
  bytes: Buffer,
  { bigEndian }: Form,
  value: number,
  at: number,
  width: number,
): void {
  if (width === 8) {
    if (bigEndian) bytes.writeBigUInt64BE(BigInt(value), at);
    else bytes.writeBigUInt64LE(BigInt(value), at);
  } else if (bigEndian) bytes.writeUIntBE(value, at, width);
  else bytes.writeUIntLE(value, at, width);
}

function numbers(form: Form, width: number, values: readonly number[]): Buffer {
  const content = Buffer.alloc(values.length * width);
  for (const [index, value] of values.entries()) writeNumber(content, form, value, index * width, width);
  return content;
}
