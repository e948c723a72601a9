import { readFile } from 'node:fs/promises';
import type { SharpOptions } from 'sharp';
import { blankPosition } from './exif.ts';
import { type OpenImage, openImage } from './open.ts';

/** Properties of XMP that say where, in the schemas of EXIF, Photoshop and IPTC. */
const place =
  /^[\w-]+:(?:GPS\w*|City|Location|LocationCreated|LocationShown|Sublocation|State|ProvinceState|Country(?:Code|Name)?|WorldRegion)$/;
const attributeStart = /\s([\w-]+:\w+)\s*=\s*["']/g;
const elementStart = /<([\w-]+:\w+)(?:\s[^<>]*)?\/?>/g;

/**
 * Opens an image again that was opened before, to be written with all that its EXIF and XMP tell but the place. EXIF
 * that the place can't be taken out of is left out.
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
  const told = xmp && withoutPlaces(xmp.toString());
  const { exif: blank, xmp: _, ...others } = metadata;
  return {
    image: told === undefined ? kept : kept.withXmp(told),
    metadata: {
      ...others,
      ...(isBlank && blank ? { exif: blank } : {}),
      ...(told === undefined ? {} : { xmp: Buffer.from(told) }),
    },
  };
}

/** XMP without the properties that say where. */
export function withoutPlaces(xmp: string): string {
  return without(without(xmp, elementStart, endOfElement), attributeStart, endOfAttribute);
}

/** Without what begins so and has the name of a place. Where it has no end, the rest goes with it: that could be the place. */
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
