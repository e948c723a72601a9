import { boxContent, boxesOf, childBoxes, childrenOfType } from '../../lib/media/boxTree.ts';
import type { Box } from '../../lib/media/isoMediaBoxes.ts';
import type { ImageMetadata } from '../imageMetadata.ts';

const versionBytes = 4;
/** Length of the header offset that precedes the EXIF data (ISO/IEC 23008-12, A.2.1). */
const exifOffsetBytes = 4;
const inFile = 0;
const inIdat = 1;

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
