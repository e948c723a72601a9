import type { ByteSource } from '../../lib/byteSource.ts';
import type { ImageCompressionOptions } from '../options.ts';
import { withoutLocationProperties } from '../clean.ts';
import { type Directory, directoryAt, type Form, maxValueBytes, typeBytes } from './directory.ts';
import { deflatedStrips, type Strips, stripsOf } from './strips.ts';
import { inOrder, type Tag } from './write.ts';

/** A page to write, and the directories that its tags refer to, such as EXIF, GPS, and thumbnails. */
export interface TiffPage {
  readonly tags: readonly Tag[];
  readonly strips: Strips | undefined;
  readonly children: readonly { readonly tag: number; readonly pages: readonly TiffPage[] }[];
}

const ifdType = 13;
const ifd8Type = 18;
/** Tags of SubIFDs, EXIF, GPS, and EXIF's interoperability data (TIFF Technical Note 1, Exif 2.32, 4.6.3). */
const childTags: ReadonlySet<number> = new Set([330, 34665, 34853, 40965]);
/** Tags that list unused bytes of the file. */
const unusedTags: ReadonlySet<number> = new Set([288, 289]);
/**
 * Tags that prevent moving, because offsets in the data can't be adjusted: old JPEG tables, maker notes with absolute
 * offsets, and raw camera data.
 */
const unmovableTags: ReadonlySet<number> = new Set([400, 512, 513, 514, 519, 520, 521, 37500, 50706, 50740]);
const [stripOffsetsTag, tileOffsetsTag] = [273, 324];
const stripTags: ReadonlySet<number> = new Set([stripOffsetsTag, 279, tileOffsetsTag, 325]);
const maxDepth = 4;
/**
 * Maximum size of all values, as a multiple of the file's size. A value that pages share, such as a color profile, is
 * written once per page.
 */
const maxTimesFile = 4;

/**
 * True if these directories and everything that they refer to can be written at other offsets without losing anything.
 * @throws RangeError
 */
export function areMovable(source: ByteSource, directories: readonly Directory[]): boolean {
  let leftBytes = maxTimesFile * source.size;
  const isMovable = (directory: Directory, depth: number): boolean => {
    leftBytes -= directory.tableBytes + valuesBytes(directory);
    if (depth > maxDepth || leftBytes < 0 || !isPlain(directory)) return false;
    const [offsets, lengths] = directory.has(tileOffsetsTag) ? [tileOffsetsTag, 325] : [stripOffsetsTag, 279];
    const stored = directory.numbers(lengths);
    leftBytes -= stored.reduce((sum, length) => sum + length, 0);
    if (leftBytes < 0 || stored.length < directory.numbers(offsets).length) return false;
    return childrenOf(directory).every((tag) =>
      directory.numbers(tag).every((at) => {
        const child = directoryAt(source, at);
        return child.next === 0 && isMovable(child, depth + 1);
      }),
    );
  };
  return directories.every((directory) => isMovable(directory, 0));
}

function isPlain(directory: Directory): boolean {
  // Only strips or tiles can be moved, and readers disagree which of them are the picture.
  if (directory.has(stripOffsetsTag) && directory.has(tileOffsetsTag)) return false;
  return directory.tags.every(({ tag, type, count }) => {
    const width = typeBytes[type] ?? 0;
    return !unmovableTags.has(tag) && width > 0 && count * width <= maxValueBytes;
  });
}

function valuesBytes({ tags }: Directory): number {
  return tags.reduce((sum, { type, count }) => sum + count * (typeBytes[type] ?? 0), 0);
}

/** Settings for writing a page. */
interface PageForm {
  /** Byte order and offset size of the output file. The pixels must already have this byte order. */
  readonly form: Form;
  readonly policy?: ImageCompressionOptions['metadata'];
}

/** Copies a directory to a page with recompressed strips. */
export function movedPage(source: ByteSource, directory: Directory, how: PageForm): TiffPage {
  const strips = stripsOf(source, directory);
  return {
    ...withoutStrips(source, directory, how, () => true),
    strips: strips && deflatedStrips(strips, directory),
  };
}

/** Copies only the metadata of a directory, without color information. */
export function metadataPage(source: ByteSource, directory: Directory, how: PageForm): TiffPage {
  return withoutStrips(source, directory, how, (tag) => metadataTags.has(tag));
}

function withoutStrips(
  source: ByteSource,
  directory: Directory,
  { form, policy }: PageForm,
  isWanted: (tag: number) => boolean,
): TiffPage {
  const isKept = (tag: number): boolean => isWanted(tag) && !isLeftOut(tag, policy);
  const children = childrenOf(directory);
  const plain = directory.tags.filter(
    ({ tag }) => isKept(tag) && !children.includes(tag) && !unusedTags.has(tag) && !stripTags.has(tag),
  );
  return {
    strips: undefined,
    tags: plain.map(({ tag, type, count }) => {
      const content = directory.bytes(tag) ?? Buffer.alloc(0);
      return withPolicy(inOrder({ tag, type, count, content }, directory.form, form), policy);
    }),
    children: children.filter(isKept).map((tag) => ({
      tag,
      pages: directory.numbers(tag).map((at) => movedPage(source, directoryAt(source, at), { form, policy })),
    })),
  };
}

/** Returns the tags that refer to other directories. */
function childrenOf({ tags }: Directory): number[] {
  return tags
    .filter(({ tag, type }) => childTags.has(tag) || type === ifdType || type === ifd8Type)
    .map(({ tag }) => tag);
}

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
const metadataTags: ReadonlySet<number> = new Set([
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
function isLeftOut(tag: number, policy: ImageCompressionOptions['metadata']): boolean {
  if (policy === 'stripAll') return metadataTags.has(tag);
  return policy === 'stripLocation' && placeTags.has(tag);
}

/** Applies the policy to a tag that is kept: removes the location from XMP if requested. */
function withPolicy(tag: Tag, policy: ImageCompressionOptions['metadata']): Tag {
  if (policy !== 'stripLocation' || tag.tag !== xmp) return tag;
  const content = Buffer.from(withoutLocationProperties(tag.content.toString('latin1')), 'latin1');
  return { ...tag, count: content.length, content };
}
