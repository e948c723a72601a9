import { createHash } from 'node:crypto';
import { type PdfDocument, withPage } from '../document.ts';
import { withMemory } from '../memory.ts';
import { drawnPictures } from '../pageObjects.ts';

/** The largest width and height in points at which a picture is drawn. */
export interface DrawnSize {
  readonly width: number;
  readonly height: number;
}

/** Identifies a picture by the content of its stream. */
export function pictureKey(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex');
}

/** Returns the largest size at which each picture is drawn on the pages. */
export function drawnSizes(document: PdfDocument): ReadonlyMap<string, DrawnSize> {
  const sizes = new Map<string, DrawnSize>();
  for (const index of document.pages) {
    withPage(document, index, (page) => {
      for (const { object, matrix } of drawnPictures(document, page)) {
        const [a, b, c, d] = matrix;
        const key = pictureKey(contentsOf(document, object));
        const known = sizes.get(key);
        sizes.set(key, {
          width: Math.max(known?.width ?? 0, Math.hypot(a, b)),
          height: Math.max(known?.height ?? 0, Math.hypot(c, d)),
        });
      }
    });
  }
  return sizes;
}

function contentsOf({ pdfium }: PdfDocument, object: number): Uint8Array {
  const length = pdfium.FPDFImageObj_GetImageDataRaw(object, 0, 0);
  return withMemory(pdfium, length, (pointer) => {
    pdfium.FPDFImageObj_GetImageDataRaw(object, pointer, length);
    return pdfium.pdfium.HEAPU8.slice(pointer, pointer + length);
  });
}
