import { bufferOf } from '../../../util/bufferOf.ts';
import type { Directory } from './directory.ts';
import { alphaSamples, colorings, type Layout } from './layout.ts';
import type { Levels } from './pixels.ts';

interface Tag {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly content: Buffer;
}

const shortType = 3;
const longType = 4;
const undefinedType = 7;
const headBytes = 8;
const entryBytes = 12;

const orientationTag = 274;
const profileTag = 34675;

/** Colorings in which levels stay what they are, so that a profile still fits them. */
const kept: ReadonlySet<number> = new Set([
  colorings.whiteIsZero,
  colorings.blackIsZero,
  colorings.rgb,
  colorings.inks,
]);

/** A plain TIFF of the levels, in one strip, as upright and with the color profile as the directory says. */
export function writeTiff(levels: Levels, layout: Layout, directory: Directory): Buffer {
  const { width, height, channels, highest, data } = levels;
  // All computers that run VS Code keep the low byte first, as the file does.
  const pixels = bufferOf(data);
  const alpha = layout.extraSamples.find((each) => alphaSamples.includes(each));
  const isKept = kept.has(layout.photometric);
  const profile =
    isKept || layout.photometric === colorings.palette ? directory.bytes(profileTag) : undefined;
  const tags = [
    longs(256, width),
    longs(257, height),
    shorts(258, ...Array.from({ length: channels }, () => (highest > 0xff ? 16 : 8))),
    shorts(259, 1),
    shorts(262, isKept ? layout.photometric : colorings.rgb),
    longs(273, headBytes),
    shorts(orientationTag, directory.number(orientationTag) ?? 1),
    shorts(277, channels),
    longs(278, height),
    longs(279, pixels.length),
    ...(alpha === undefined ? [] : [shorts(338, alpha)]),
    ...(profile === undefined ? [] : [raw(profileTag, profile)]),
  ];
  return Buffer.concat([
    head(headBytes + pixels.length),
    pixels,
    directoryOf(tags, headBytes + pixels.length),
  ]);
}

function head(directoryAt: number): Buffer {
  const bytes = Buffer.from('II*\0\0\0\0\0', 'latin1');
  bytes.writeUInt32LE(directoryAt, 4);
  return bytes;
}

function directoryOf(tags: readonly Tag[], at: number): Buffer {
  const table = Buffer.alloc(2 + tags.length * entryBytes + 4);
  const further: Buffer[] = [];
  let end = at + table.length;
  table.writeUInt16LE(tags.length);
  for (const [index, { tag, type, count, content }] of tags.entries()) {
    const entry = 2 + index * entryBytes;
    table.writeUInt16LE(tag, entry);
    table.writeUInt16LE(type, entry + 2);
    table.writeUInt32LE(count, entry + 4);
    if (content.length <= 4) {
      content.copy(table, entry + 8);
    } else {
      table.writeUInt32LE(end, entry + 8);
      further.push(content);
      end += content.length;
    }
  }
  return Buffer.concat([table, ...further]);
}

function shorts(tag: number, ...values: readonly number[]): Tag {
  const content = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) content.writeUInt16LE(value, index * 2);
  return { tag, type: shortType, count: values.length, content };
}

function longs(tag: number, value: number): Tag {
  const content = Buffer.alloc(4);
  content.writeUInt32LE(value);
  return { tag, type: longType, count: 1, content };
}

function raw(tag: number, content: Buffer): Tag {
  return { tag, type: undefinedType, count: content.length, content };
}
