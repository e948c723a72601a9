import { boxesOf, childBoxes } from '../../lib/media/boxTree.ts';
import type { Box } from '../../lib/media/isoMediaBoxes.ts';

/** The number of a color space, or the four-letter code of a color profile's color space. */
export type ColorSpace = number | string;

/** The meaning of a channel: a color (numbered from 1) or opacity, possibly premultiplied. */
export interface Definition {
  readonly channel: number;
  readonly kind: number;
  readonly color: number;
}

/** Kinds of channels (ISO/IEC 15444-1, I.5.3.6). */
export const channelKinds = { color: 0, opacity: 1, premultipliedOpacity: 2 } as const;

/** The boxes of a JP2 file (ISO/IEC 15444-1, I.4 and I.5.3). */
export interface Jp2 {
  /** The boxes inside the header box, unparsed. */
  readonly boxes: readonly { readonly type: string; readonly content: Buffer }[];
  readonly codestream: Buffer;
  readonly colorSpace: ColorSpace | undefined;
  /** Number of channels that the palette defines. Absent without a palette. */
  readonly paletteChannels: number | undefined;
  /** True if there is no palette, or if each channel is the palette column with the same number. */
  readonly isPlainPalette: boolean;
  readonly definitions: readonly Definition[] | undefined;
}

const fullName = 1;
const profileMethods: ReadonlySet<number> = new Set([2, 3]);
/** Offset of the color space in a color profile (ICC.1, 7.2). */
const profileSpaceAt = 16;
const mappingBytes = 4;
const definitionBytes = 6;

const headers: ReadonlySet<string> = new Set(['jp2h', 'jpch', 'jplh']);

/** Returns the codestream of a file that has no header box. Other programs treat such files like bare codestreams. */
export function bareCodestream(file: Buffer): Buffer | undefined {
  const boxes = boxesOf(file);
  const picture = boxes.find(({ type }) => type === 'jp2c');
  return picture && !boxes.some(({ type }) => headers.has(type))
    ? file.subarray(picture.start, picture.end)
    : undefined;
}

/** @throws RangeError if there is no picture, or if the file ends too soon */
export function readJp2(file: Buffer): Jp2 {
  const contentOf = ({ start, end }: Box): Buffer => file.subarray(start, end);
  const all = boxesOf(file);
  const [header, picture] = ['jp2h', 'jp2c'].map((wanted) => all.find(({ type }) => type === wanted));
  if (header === undefined || picture === undefined)
    throw new RangeError('Missing JPEG 2000 header or codestream');
  const boxes = childBoxes(file, header).map((box) => ({
    type: box.type,
    content: contentOf(box),
  }));
  const find = (wanted: string): Buffer | undefined => boxes.find(({ type }) => type === wanted)?.content;
  const palette = find('pclr')?.readUInt8(2);
  const definitions = find('cdef');
  return {
    boxes,
    codestream: contentOf(picture),
    colorSpace: colorSpaceOf(find('colr')),
    paletteChannels: palette,
    isPlainPalette: palette === undefined || isPlain(find('cmap') ?? Buffer.alloc(0), palette),
    definitions: definitions && definitionsOf(definitions),
  };
}

function colorSpaceOf(colr: Buffer | undefined): ColorSpace | undefined {
  if (colr === undefined) return undefined;
  const method = colr.readUInt8(0);
  if (method === fullName) return colr.readUInt32BE(3);
  if (!profileMethods.has(method)) return undefined;
  return colr.toString('latin1', 3 + profileSpaceAt, 3 + profileSpaceAt + 4);
}

/**
 * A mapping consists of a component number, a flag that is 1 for palette channels, and the number of the palette
 * column.
 */
function isPlain(cmap: Buffer, channels: number): boolean {
  if (cmap.length !== channels * mappingBytes) return false;
  return Array.from({ length: channels }, (_, index) => index * mappingBytes).every(
    (at) => cmap.readUInt16BE(at) === 0 && cmap[at + 2] === 1 && cmap[at + 3] === at / mappingBytes,
  );
}

function definitionsOf(cdef: Buffer): Definition[] {
  return Array.from({ length: cdef.readUInt16BE(0) }, (_, index) => {
    const at = 2 + index * definitionBytes;
    return {
      channel: cdef.readUInt16BE(at),
      kind: cdef.readUInt16BE(at + 2),
      color: cdef.readUInt16BE(at + 4),
    };
  });
}
