import type { Metadata, SharpOptions } from 'sharp';
import { readFile } from 'node:fs/promises';
import { updateChecksums, withoutMetadata, withoutLocationTexts } from '../lib/pngChunks.ts';
import { blankPosition, onlyOrientation } from './imageMetadata.ts';
import { withoutSegments } from './jpegSegments.ts';
import { type OpenImage, openImage } from './open.ts';

/** The kind of metadata to remove. */
type Policy = 'stripLocation' | 'stripAll';

/** Markers of JPEG segments: EXIF and XMP, IPTC (which has its own location fields), and comments. */
const [application, iptc, remark] = [0xe1, 0xed, 0xfe];
const gifXmpStart = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
const gifXmpEnd = Buffer.from('01fffefd', 'hex');
/** Identifies XMP that continues in a second JPEG segment because it is too long for one. */
const longXmp = 'http://ns.adobe.com/xmp/extension/';

/**
 * Returns a copy of the file without its location or without any metadata. Pixels and orientation stay the same.
 * Returns `undefined` if the metadata can't be removed without re-encoding.
 */
export function cleaned(
  source: Buffer,
  format: string,
  metadata: Metadata,
  policy: Policy,
): Buffer | undefined {
  const isUpright = (metadata.orientation ?? 1) === 1;
  if (policy === 'stripAll' && format === 'png') return withoutMetadata(source);
  if (policy === 'stripAll' && format === 'jpg' && isUpright) {
    return withoutSegments(source, new Set([application, iptc, remark]));
  }
  const file = Buffer.from(source);
  const isBlank = blankExif(file, metadata, policy) && blankXmp(file, metadata, policy);
  if (format === 'png')
    return isBlank ? updateChecksums(withoutLocationTexts(file)) : withoutMetadata(source);
  if (!isBlank || file.includes(longXmp)) return undefined;
  if (format !== 'jpg') return file;
  return withoutSegments(file, new Set(policy === 'stripAll' ? [iptc, remark] : [iptc]));
}

function blankExif(file: Buffer, { exif, orientation }: Metadata, policy: Policy): boolean {
  if (exif === undefined) return true;
  return policy === 'stripLocation'
    ? blankPosition(file, exif)
    : onlyOrientation(file, exif, orientation ?? 1);
}

function blankXmp(file: Buffer, metadata: Metadata, policy: Policy): boolean {
  const xmp = metadata.xmp ?? gifXmp(file);
  if (xmp === undefined) return true;
  const at = file.indexOf(xmp);
  // XMP that is compressed or in UTF-16 can't be edited in place.
  if (at === -1 || xmp.includes(0)) return false;
  // XMP is edited in place, so its length must stay the same.
  const kept = policy === 'stripLocation' ? withoutLocationProperties(xmp.toString('latin1')) : '';
  file.fill(' ', at, at + xmp.length);
  file.write(kept, at, 'latin1');
  return true;
}

/**
 * Finds the XMP of a GIF, which libvips ignores. It isn't split into blocks, and ends with bytes that let decoders
 * resynchronize.
 */
function gifXmp(file: Buffer): Buffer | undefined {
  const start = file.indexOf(gifXmpStart);
  const end = file.indexOf(gifXmpEnd, start);
  return start === -1 || end === -1 ? undefined : file.subarray(start + gifXmpStart.length, end);
}

/** Matches XMP properties that contain a location, in the EXIF, Photoshop, and IPTC schemas. */
const place =
  /^[\w-]+:(?:GPS\w*|City|Location|LocationCreated|LocationShown|Sublocation|State|ProvinceState|Country(?:Code|Name)?|WorldRegion)$/;
const attributeStart = /\s([\w-]+:\w+)\s*=\s*["']/g;
const elementStart = /<([\w-]+:\w+)(?:\s[^<>]*)?\/?>/g;

/**
 * Reopens an image for writing, with all its EXIF and XMP except the location. Drops all EXIF if the location can't be
 * removed from it.
 * @throws ConversionError
 */
export async function withoutLocation(
  input: string | Uint8Array,
  opened: OpenImage,
  options: SharpOptions,
): Promise<OpenImage> {
  const { exif, xmp } = opened.metadata;
  if (exif === undefined && xmp === undefined) return opened;
  const file = typeof input === 'string' ? await readFile(input) : Buffer.from(input);
  const isBlank = exif !== undefined && blankPosition(file, exif);
  const { image, metadata } = await openImage(file, options);
  const kept = isBlank ? image.keepExif() : image;
  const cleaned = xmp && withoutLocationProperties(xmp.toString());
  const { exif: blank, xmp: _, ...others } = metadata;
  return {
    image: cleaned === undefined ? kept : kept.withXmp(cleaned),
    metadata: {
      ...others,
      ...(isBlank && blank ? { exif: blank } : {}),
      ...(cleaned === undefined ? {} : { xmp: Buffer.from(cleaned) }),
    },
  };
}

/** Returns XMP without the properties that contain a location. */
export function withoutLocationProperties(xmp: string): string {
  return without(without(xmp, elementStart, endOfElement), attributeStart, endOfAttribute);
}

/**
 * Removes the parts of XMP that begin with a match of `starts`, name a location, and end where `endOf` says. If a part
 * has no end, removes the rest of the text, because it might contain the location.
 */
function without(
  xmp: string,
  starts: RegExp,
  endOf: (xmp: string, from: number, start: string, name: string) => number | undefined,
): string {
  let kept = '';
  let at = 0;
  for (const { 0: start, 1: name = '', index } of xmp.matchAll(starts)) {
    if (index < at || !place.test(name)) continue;
    kept += xmp.slice(at, index);
    const end = endOf(xmp, index + start.length, start, name);
    if (end === undefined) return kept;
    at = end;
  }
  return kept + xmp.slice(at);
}

function endOfAttribute(xmp: string, from: number, start: string): number | undefined {
  const end = xmp.indexOf(start.slice(-1), from);
  return end === -1 ? undefined : end + 1;
}

function endOfElement(xmp: string, from: number, start: string, name: string): number | undefined {
  if (start.endsWith('/>')) return from;
  const close = `</${name}`;
  for (let at = xmp.indexOf(close, from); at !== -1; at = xmp.indexOf(close, at + 1)) {
    const behind = at + close.length;
    const end = /[\s>]/.test(xmp.charAt(behind)) ? xmp.indexOf('>', behind) : -1;
    if (end !== -1) return end + 1;
  }
  return undefined;
}
