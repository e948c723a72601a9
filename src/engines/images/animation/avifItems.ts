import {
  boxContent,
  boxesOf,
  childBoxes,
  childrenOfType,
  fullBox,
  isoBox,
  type Box,
} from '../../lib/isoBoxes.ts';
import { uint16, uint32 } from '../../lib/bigEndian.ts';
import type { ImageMetadata } from '../imageMetadata.ts';
import type { AvifTrack } from './avifTracks.ts';

/** Length of the header offset that precedes the EXIF data (ISO/IEC 23008-12, A.2.1). */
const exifOffsetBytes = 4;

const versionBytes = 4;
/** Construction methods: an item's content is in the file, or in the `idat` box (ISO/IEC 14496-12, 8.11.3). */
const [inFile, inIdat] = [0, 1];

interface Item {
  readonly id: number;
  /** `Exif`, or `mime` followed by a content type. */
  readonly type: string;
}

/**
 * Returns the EXIF and XMP metadata of an animated AVIF, from the file itself or its tracks (ISO/IEC 23008-12, A).
 * @throws RangeError if the file is damaged
 */
export function avifMetadata(file: Buffer): Pick<ImageMetadata, 'exif' | 'xmp'> {
  const top = boxesOf(file);
  const tracks = childrenOfType(file, top, 'moov').filter(({ type }) => type === 'trak');
  const metas = [top, ...tracks.map((trak) => childBoxes(file, trak))].map((boxes) =>
    childrenOfType(file, boxes, 'meta', versionBytes),
  );
  const find = (pattern: RegExp): Buffer | undefined =>
    metas.map((meta) => itemIn(file, meta, pattern)).find((each) => each !== undefined);
  return {
    exif: find(/^Exif/)?.subarray(exifOffsetBytes),
    xmp: find(/^mime.*\0application\/rdf\+xml\0/s),
  };
}

function itemIn(file: Buffer, meta: readonly Box[], pattern: RegExp): Buffer | undefined {
  const item = itemsOf(file, meta).find(({ type }) => pattern.test(type));
  const iloc = boxContent(file, meta, 'iloc');
  if (item === undefined || iloc === undefined) return undefined;
  const place = placeOf(iloc, item.id);
  if (place === undefined) return undefined;
  const content = place.method === inIdat ? boxContent(file, meta, 'idat') : file;
  const isThere = content && place.method <= inIdat && place.at + place.length <= content.length;
  return isThere ? content.subarray(place.at, place.at + place.length) : undefined;
}

/** Reads only version 2 entries, because older ones don't include an item's type (ISO/IEC 14496-12, 8.11.6). */
function itemsOf(file: Buffer, meta: readonly Box[]): Item[] {
  const infos = meta.filter(({ type }) => type === 'iinf');
  return infos
    .flatMap((iinf) => childBoxes(file, iinf, versionBytes + (file[iinf.start] === 0 ? 2 : 4)))
    .flatMap(({ type, start, end }) => {
      const isKnown = type === 'infe' && file[start] === 2;
      return isKnown
        ? [{ id: file.readUInt16BE(start + 4), type: file.toString('latin1', start + 8, end) }]
        : [];
    });
}

interface Place {
  readonly method: number;
  readonly at: number;
  readonly length: number;
}

/** Locates an item that has a single extent (ISO/IEC 14496-12, 8.11.3). */
function placeOf(iloc: Buffer, wanted: number): Place | undefined {
  const version = iloc.readUInt8(0);
  const sizes = iloc.readUInt16BE(versionBytes);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  let at = versionBytes + 2;
  const number = (bytes: number): number => {
    at += bytes;
    if (bytes === 8) return Number(iloc.readBigUInt64BE(at - bytes));
    return bytes === 0 ? 0 : iloc.readUIntBE(at - bytes, bytes);
  };
  const idBytes = version < 2 ? 2 : 4;
  for (let count = number(idBytes); count > 0; count -= 1) {
    const id = number(idBytes);
    const method = version === 0 ? inFile : number(2) & 15;
    number(2);
    const base = number(baseBytes);
    const extents = number(2);
    if (id === wanted && extents === 1) {
      number(indexBytes);
      return { method, at: base + number(offsetBytes), length: number(lengthBytes) };
    }
    at += extents * (indexBytes + offsetBytes + lengthBytes);
  }
  return undefined;
}

/** Properties that a decoder must understand to show the picture. */
const essentials = /^(?:av1C|clap|irot|imir)$/;
const essential = 0x80;
const pictureType = 'av01\0';
const alphaName = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0';
/** Size of the numbers in the location box: four bytes for offsets and four for lengths (ISO/IEC 14496-12, 8.11.3). */
const placeSizes = Buffer.of(0x44, 0);

/** Types of metadata items: EXIF, which is preceded by its header's offset, and XMP (ISO/IEC 23008-12, A). */
const exifType = 'Exif\0';
const exifOffset = Buffer.alloc(4);
const xmpType = 'mime\0application/rdf+xml\0';

/**
 * Returns an AVIF of a single picture, with metadata, for the coded frames of one or two tracks. A decoder shows the
 * last of those frames (ISO/IEC 23008-12; AV1 Image File Format).
 */
export function stillFile(
  tracks: readonly Omit<AvifTrack, 'samples' | 'plays'>[],
  codes: readonly Buffer[],
  { exif, xmp }: Pick<ImageMetadata, 'exif' | 'xmp'>,
): Buffer {
  const [, alpha] = tracks;
  const keptMetadata = [
    ...(exif ? [{ type: exifType, content: Buffer.concat([exifOffset, exif]) }] : []),
    ...(xmp ? [{ type: xmpType, content: xmp }] : []),
  ];
  const types = [...tracks.map(() => pictureType), ...keptMetadata.map(({ type }) => type)];
  const contents = [...codes, ...keptMetadata.map(({ content }) => content)];
  const references = [
    ...(alpha ? [isoBox('auxl', uint16(2, 1, 1))] : []),
    ...keptMetadata.map((_, index) => isoBox('cdsc', uint16(tracks.length + index + 1, 1, 1))),
  ];
  return Buffer.concat([
    isoBox('ftyp', Buffer.from('avif\0\0\0\0avifmif1miaf')),
    fullBox(
      'meta',
      fullBox('hdlr', uint32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', uint16(1)),
      placesBox(contents),
      fullBox('iinf', uint16(types.length), ...types.map((type, index) => typeBox(index + 1, type))),
      ...(references.length > 0 ? [fullBox('iref', ...references)] : []),
      propertiesBox(tracks.map(propertiesOf)),
      isoBox('idat', ...contents),
    ),
  ]);
}

/** Writes version 2 of the box, which includes the item's type. */
function typeBox(item: number, type: string): Buffer {
  return isoBox('infe', Buffer.of(2, 0, 0, 0), uint16(item, 0), Buffer.from(type));
}

function placesBox(contents: readonly Buffer[]): Buffer {
  const places: Buffer[] = [];
  let at = 0;
  for (const [index, { length }] of contents.entries()) {
    places.push(uint16(index + 1, inIdat, 0, 1), uint32(at, length));
    at += length;
  }
  return isoBox('iloc', Buffer.of(1, 0, 0, 0), placeSizes, uint16(contents.length), ...places);
}

function propertiesOf({
  isAlpha,
  width,
  height,
  properties,
}: Omit<AvifTrack, 'samples' | 'plays'>): Buffer[] {
  const size = fullBox('ispe', uint32(width, height));
  return [size, ...properties, ...(isAlpha ? [fullBox('auxC', Buffer.from(alphaName))] : [])];
}

/** Writes the list of all properties, and a table that assigns them to items. */
function propertiesBox(items: readonly (readonly Buffer[])[]): Buffer {
  const associations: Buffer[] = [];
  let before = 0;
  for (const [index, properties] of items.entries()) {
    const first = before + 1;
    const numbers = properties.map((property, place) => {
      const isEssential = essentials.test(property.toString('latin1', 4, 8));
      return (first + place) | (isEssential ? essential : 0);
    });
    associations.push(uint16(index + 1), Buffer.of(numbers.length, ...numbers));
    before += properties.length;
  }
  return isoBox(
    'iprp',
    isoBox('ipco', ...items.flat()),
    fullBox('ipma', uint32(items.length), ...associations),
  );
}
