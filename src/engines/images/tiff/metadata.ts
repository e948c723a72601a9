import { withoutLocationProperties } from '../location.ts';
import type { ImageCompressionOptions } from '../options.ts';
import type { Tag } from './table.ts';

const exif = 34665;
const position = 34853;
const xmp = 700;
const iptc = 33723;
/** Tag with Photoshop's image resources, which repeat IPTC and EXIF. */
const photoshop = 34377;
/** Tags with names, dates, devices, and comments (TIFF 6.0, section 8). */
const remarks = [269, 270, 271, 272, 285, 305, 306, 315, 316, 33432] as const;
/** Tags that Windows adds. */
const ratings = [18246, 18249, 40091, 40092, 40093, 40094, 40095] as const;
/** Tags with geographic data (GeoTIFF 1.1). */
const maps = [33550, 33922, 34264, 34735, 34736, 34737];

/** All metadata tags, except for color profiles. */
export const metadataTags: ReadonlySet<number> = new Set([
  exif,
  position,
  xmp,
  iptc,
  photoshop,
  ...remarks,
  ...ratings,
  ...maps,
]);

const placeTags: ReadonlySet<number> = new Set([position, iptc, photoshop, ...maps]);

/** True if the policy removes this tag. */
export function isLeftOut(tag: number, policy: ImageCompressionOptions['metadata']): boolean {
  if (policy === 'stripAll') return metadataTags.has(tag);
  return policy === 'stripLocation' && placeTags.has(tag);
}

/** Applies the policy to a tag that is kept: removes the location from XMP if requested. */
export function withPolicy(tag: Tag, policy: ImageCompressionOptions['metadata']): Tag {
  if (policy !== 'stripLocation' || tag.tag !== xmp) return tag;
  const content = Buffer.from(withoutLocationProperties(tag.content.toString('latin1')), 'latin1');
  return { ...tag, count: content.length, content };
}
