import { brotliDecompressSync } from 'node:zlib';
import { boxesOf } from '../../lib/media/boxTree.ts';
import { plainBlock } from '../exif.ts';
import type { Told } from '../told.ts';

/** Before EXIF stands where in it its header begins (ISO/IEC 18181-2, 9.4). */
const exifOffsetBytes = 4;
const maxOutputLength = 1 << 24;

/** The EXIF and XMP of a JPEG XL, which ImageMagick leaves out where they stand behind a frame, or are packed. */
export function jxlTold(file: Buffer): Pick<Told, 'exif' | 'xmp'> {
  const boxes = boxesOf(file).flatMap(({ type, start, end }) => {
    const content = file.subarray(start, end);
    return type === 'brob' ? unpacked(content) : [{ type, content }];
  });
  const contentOf = (type: string) => boxes.find((box) => box.type === type)?.content;
  const exif = contentOf('Exif')?.subarray(exifOffsetBytes);
  return { exif: exif && plainBlock(exif), xmp: contentOf('xml ') };
}

/** A box that is packed by Brotli, behind its type (ISO/IEC 18181-2, 9.6); none where it can't be unpacked. */
function unpacked(content: Buffer) {
  try {
    const plain = brotliDecompressSync(content.subarray(4), { maxOutputLength });
    return [{ type: content.toString('latin1', 0, 4), content: plain }];
  } catch {
    return [];
  }
}
