import { readFile } from 'node:fs/promises';
import type { SharpOptions } from 'sharp';
import { blankPosition } from './exif.ts';
import { type OpenImage, openImage } from './open.ts';

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
