import { uint16, uint32 } from '../../lib/bigEndian.ts';
import { fullBox, isoBox } from '../../lib/media/boxTree.ts';
import type { ImageMetadata } from '../imageMetadata.ts';
import type { AvifTrack } from './tracks.ts';

/** Properties that a decoder must understand to show the picture. */
const essentials = /^(?:av1C|clap|irot|imir)$/;
const essential = 0x80;
const pictureType = 'av01\0';
const alphaName = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0';
/** Size of the numbers in the location box: four bytes for offsets and four for lengths (ISO/IEC 14496-12, 8.11.3). */
const placeSizes = Buffer.of(0x44, 0);
const inIdat = 1;

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
