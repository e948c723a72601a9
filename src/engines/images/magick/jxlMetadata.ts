import { brotliDecompressSync } from 'node:zlib';
import { boxesOf } from '../../lib/media/boxTree.ts';
import { plainBlock } from '../exif.ts';
import type { ImageMetadata } from '../imageMetadata.ts';

/** EXIF is preceded by the offset of its header (ISO/IEC 18181-2, 9.4). */
const exifOffsetBytes = 4;
const maxOutputLength = 1 << 24;

/** The EXIF and XMP of a JPEG XL, which ImageMagick ignores after a frame, or if they are compressed. */
export function jxlMetadata(file: Buffer): Pick<ImageMetadata, 'exif' | 'xmp'> {
  const boxes = boxesOf(file).flatMap(({ type, start, end }) => {
    const content = file.subarray(start, end);
    return type === 'brob' ? unpacked(content) : [{ type, content }];
  });
  const contentOf = (type: string) => boxes.find((box) => box.type === type)?.content;
  const exif = contentOf('Exif')?.subarray(exifOffsetBytes);
  return { exif: exif && plainBlock(exif), xmp: contentOf('xml ') };
}

/** A Brotli-compressed box, after its type (ISO/IEC 18181-2, 9.6); none if it can't be decompressed. */
function unpacked(content: Buffer) {
  try {
    const plain = brotliDecompressSync(content.subarray(4), { maxOutputLength });
    return [{ type: content.toString('latin1', 0, 4), content: plain }];
  } catch {
    return [];
  }
}
