import type { Metadata } from 'sharp';
import { updateChecksums, withoutMetadata, withoutLocationTexts } from '../lib/pngChunks.ts';
import { blankPosition, onlyOrientation } from './exif.ts';
import { withoutSegments } from './jpegSegments.ts';
import { withoutLocationProperties } from './location.ts';

/** The kind of metadata to remove. */
export type Policy = 'stripLocation' | 'stripAll';

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
