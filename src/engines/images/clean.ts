import type { Metadata } from 'sharp';
import { renewChecks, withoutMetadata, withoutPlaceTexts } from '../lib/pngChunks.ts';
import { blankPosition, onlyOrientation } from './exif.ts';
import { withoutSegments } from './jpegSegments.ts';
import { withoutPlaces } from './location.ts';

/** The metadata to remove. */
export type Policy = 'stripLocation' | 'stripAll';

/** JPEG segments with EXIF and XMP, with IPTC, which has its own location fields, and with comments. */
const [application, iptc, remark] = [0xe1, 0xed, 0xfe];
const gifXmpStart = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1');
const gifXmpEnd = Buffer.from('01fffefd', 'hex');
/** XMP that is too long for one segment. */
const longXmp = 'http://ns.adobe.com/xmp/extension/';

/**
 * The file without its location or all metadata, with unchanged pixels and orientation. `undefined` if that requires
 * re-encoding.
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
  if (format === 'png') return isBlank ? renewChecks(withoutPlaceTexts(file)) : withoutMetadata(source);
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
  // Compressed or UTF-16 properties can't be found.
  if (at === -1 || xmp.includes(0)) return false;
  // The size must stay the same, as the file contains it.
  const kept = policy === 'stripLocation' ? withoutPlaces(xmp.toString('latin1')) : '';
  file.fill(' ', at, at + xmp.length);
  file.write(kept, at, 'latin1');
  return true;
}

/** XMP in a GIF, which libvips ignores: it isn't divided into blocks, and ends with bytes that resynchronize them. */
function gifXmp(file: Buffer): Buffer | undefined {
  const start = file.indexOf(gifXmpStart);
  const end = file.indexOf(gifXmpEnd, start);
  return start === -1 || end === -1 ? undefined : file.subarray(start + gifXmpStart.length, end);
}
