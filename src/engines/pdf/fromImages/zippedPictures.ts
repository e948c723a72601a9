import path from 'node:path';
import { fault } from '../../../contract/fault.ts';
import { formatOfFileName } from '../../../contract/formats/naming.ts';
import { ConversionError, damaged, isConversionError } from '../../api/conversionError.ts';
import { type ByteSource, openBytes } from '../../lib/byteSource.ts';
import { isEncrypted, methods, packedData, zipEntries, type ZipEntry, inflateEntry } from '../../lib/zip.ts';
import { readable } from './options.ts';

const maxPictureBytes = 256 * 1024 * 1024;
const maxInflatedBytes = 2 * 1024 ** 3;

interface ZippedPicture {
  readonly name: string;
  readonly from: string;
  readonly content: Buffer;
}

/**
 * Reads the pictures of a ZIP in the natural order of their names (2 before 10), one at a time.
 * @throws ConversionError `conversion.invalid_input`, `conversion.limit_exceeded`
 */
export function* zippedPictures(inputPath: string): Generator<ZippedPicture> {
  const zip = openBytes(inputPath);
  try {
    const pictures = picturesAmong(entriesOf(zip));
    if (pictures.length === 0) throw new ConversionError(fault('zip.noPictures'));
    let left = maxInflatedBytes;
    for (const { entry, ...picture } of pictures) {
      const content = contentOf(zip, entry, Math.min(left, maxPictureBytes));
      left -= content.length;
      yield { ...picture, content };
    }
  } finally {
    zip.dispose();
  }
}

function entriesOf(zip: ByteSource): ZipEntry[] {
  try {
    return [...zipEntries(zip)];
  } catch (error) {
    throw damaged('zip', error);
  }
}

function picturesAmong(entries: readonly ZipEntry[]) {
  const byName = new Intl.Collator('en', { numeric: true });
  return entries
    .flatMap((entry) => {
      const name = entry.name.toString();
      const from = formatOfFileName(name);
      return from !== undefined && readable.has(from) && !isHidden(name) ? [{ name, from, entry }] : [];
    })
    .toSorted((a, b) => byName.compare(a.name, b.name));
}

/** True for hidden files. macOS adds one for each file, with the same extension, to store attributes. */
function isHidden(name: string): boolean {
  return path.posix.basename(name).startsWith('.');
}

function contentOf(zip: ByteSource, entry: ZipEntry, maxBytes: number): Buffer {
  if (isEncrypted(entry)) {
    throw new ConversionError(fault('zip.locked'));
  }
  const isKnown = entry.method === methods.stored || entry.method === methods.deflated;
  try {
    if (!isKnown) throw new Error('Unsupported ZIP compression method');
    return inflateEntry(entry, packedData(zip, entry), maxBytes);
  } catch (error) {
    throw isConversionError(error) ? error : damaged('zip', error);
  }
}
