import { boxesOf, inside } from '../../lib/media/boxTree.ts';
import type { Box } from '../../lib/media/isoMediaBoxes.ts';

/** The color space: by number, or a profile's space by its four letters. */
export type ColorSpace = number | string;

/** A channel's meaning: a color (from 1 on) or an opacity, possibly premultiplied. */
export interface Definition {
  readonly channel: number;
  readonly kind: number;
  readonly color: number;
}

/** Kinds of channels (ISO/IEC 15444-1, I.5.3.6). */
export const channelKinds = { color: 0, opacity: 1, premultipliedOpacity: 2 } as const;

/** The boxes around a codestream (ISO/IEC 15444-1, I.4 and I.5.3). */
export interface Jp2 {
  /** The boxes of the header, unparsed. */
  readonly boxes: readonly { readonly type: string; readonly content: Buffer }[];
  readonly codestream: Buffer;
  readonly colorSpace: ColorSpace | undefined;
  /** The number of channels that the palette makes of a component, if there is one. */
  readonly paletteChannels: number | undefined;
  /** True if each channel is exactly the palette column with its number. */
  readonly isPlainPalette: boolean;
  readonly definitions: readonly Definition[] | undefined;
}

const fullName = 1;
const profileMethods: ReadonlySet<number> = new Set([2, 3]);
/** Offset of a profile's color space (ICC.1, 7.2). */
const profileSpaceAt = 16;
const mappingBytes = 4;
const definitionBytes = 6;

const headers: ReadonlySet<string> = new Set(['jp2h', 'jpch', 'jplh']);

/** The codestream of a file without any header, which others read like a bare one. */
export function bareCodestream(file: Buffer): Buffer | undefined {
  const boxes = boxesOf(file);
  const picture = boxes.find(({ type }) => type === 'jp2c');
  return picture && !boxes.some(({ type }) => headers.has(type))
    ? file.subarray(picture.start, picture.end)
    : undefined;
}

/** @throws RangeError if there is no picture, or something ends too soon */
export function readJp2(file: Buffer): Jp2 {
  const contentOf = ({ start, end }: Box): Buffer => file.subarray(start, end);
  const all = boxesOf(file);
  const [header, picture] = ['jp2h', 'jp2c'].map((wanted) => all.find(({ type }) => type === wanted));
  if (header === undefined || picture === undefined) throw new RangeError('There is no picture.');
  const boxes = inside(file, header).map((box) => ({
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

/** A channel comes from a component (0) or from the palette (1), each by number. */
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
