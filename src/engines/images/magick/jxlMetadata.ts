import { brotliDecompressSync } from 'node:zlib';
import { boxesOf } from '../../lib/media/boxTree.ts';
import { plainBlock } from '../exif.ts';
import type { ImageMetadata } from '../imageMetadata.ts';

/** Length of the header offset that precedes the EXIF data (ISO/IEC 18181-2, 9.4). */
const exifOffsetBytes = 4;
const maxOutputLength = 1 << 24;

/** Returns the EXIF and XMP of a JPEG XL. ImageMagick ignores them if they are compressed or follow a frame. */
export function jxlMetadata(file: Buffer): Pick<ImageMetadata, 'exif' | 'xmp'> {
  const boxes = boxesOf(file).flatMap(({ type, start, end }) => {
    const content = file.subarray(start, end);
    return type === 'brob' ? unpacked(content) : [{ type, content }];
  });
  const contentOf = (type: string) => boxes.find((box) => box.type === type)?.content;
  const exif = contentOf('Exif')?.subarray(exifOffsetBytes);
  return { exif: exif && plainBlock(exif), xmp: contentOf('xml ') };
}

/**
 * Decompresses a Brotli-compressed box, which begins with the type of its content (ISO/IEC 18181-2, 9.6). Returns an
 * empty list if the data is invalid.
 */
function unpacked(content: Buffer) {
  try {
    const plain = brotliDecompressSync(content.subarray(4), { maxOutputLength });
    return [{ type: content.toString('latin1', 0, 4), content: plain }];
  } catch {
    return [];
  }
}
