import { readFile } from 'node:fs/promises';
import type { SharpOptions } from 'sharp';
import { blankPosition } from './exif.ts';
import { type OpenImage, openImage } from './open.ts';

/** Properties of XMP that say where, in the schemas of EXIF, Photoshop and IPTC. */
const place =
  '[\\w-]+:(?:GPS\\w*|City|Location|LocationCreated|LocationShown|Sublocation|State|ProvinceState|Country(?:Code|Name)?|WorldRegion)';
const placeAttribute = new RegExp(`\\s${place}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g');
const placeElement = new RegExp(`<(${place})(?:\\s[^>]*)?(?:/>|>[^]*?</\\1\\s*>)`, 'g');

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
  return { image: told === undefined ? kept : kept.withXmp(told), metadata };
}

/** XMP without the properties that say where. */
export function withoutPlaces(xmp: string): string {
  return xmp.replaceAll(placeElement, '').replaceAll(placeAttribute, '');
}
