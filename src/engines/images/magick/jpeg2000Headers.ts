import { boxesOf, childBoxes, type Box } from '../../lib/isoBoxes.ts';

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

const startOfCodestream = 0xff4f;
const sizeMarker = 0xff51;
/** Offset of the component sizes, which follow the sizes of the picture and its tiles. */
const componentsAt = 42;
const componentBytes = 3;

/** The properties of a picture in a codestream header (ISO/IEC 15444-1, A.5.1). */
export interface Codestream {
  readonly width: number;
  readonly height: number;
  /** True if the picture begins at the origin of the reference grid. */
  readonly isAtOrigin: boolean;
  readonly components: readonly Component[];
}

interface Component {
  /** Bits per sample minus one, with a sign flag, as JP2 boxes store it. */
  readonly depth: number;
  /** Number of grid columns and rows per sample. */
  readonly across: number;
  readonly down: number;
}

/** True if a file is a bare codestream, as `.j2k` files are, and false if it has JP2 boxes. */
export function isCodestream(file: Buffer): boolean {
  return (
    file.length >= 4 && file.readUInt16BE(0) === startOfCodestream && file.readUInt16BE(2) === sizeMarker
  );
}

/** @throws RangeError if the codestream is invalid or ends too soon */
export function readCodestream(bytes: Buffer): Codestream {
  if (!isCodestream(bytes)) throw new RangeError('Not a JPEG 2000 codestream');
  const [right, bottom] = [bytes.readUInt32BE(8), bytes.readUInt32BE(12)];
  const [left, top] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const components = Array.from({ length: bytes.readUInt16BE(40) }, (_, index) => {
    const at = componentsAt + index * componentBytes;
    return { depth: bytes.readUInt8(at), across: bytes.readUInt8(at + 1), down: bytes.readUInt8(at + 2) };
  });
  return {
    width: right - left,
    height: bottom - top,
    isAtOrigin: left === 0 && top === 0,
    components,
  };
}

/** True if a component has fewer samples than the first one, which is usual for chroma. */
export function isSubsampled({ components }: Codestream): boolean {
  const [first] = components;
  return components.some(({ across, down }) => across !== first?.across || down !== first.down);
}
