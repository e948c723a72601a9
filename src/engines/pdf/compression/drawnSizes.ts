import { createHash } from 'node:crypto';
import { type PdfDocument, withPage } from '../document.ts';
import { withMemory } from '../memory.ts';

/** `FPDF_PAGEOBJ_IMAGE` and `FPDF_PAGEOBJ_FORM`. */
const objectTypes = { image: 3, form: 5 } as const;
const matrixBytes = 24;
const maxDepth = 16;

/** Width and height in points, at the largest that a picture is drawn at. */
export interface DrawnSize {
  readonly width: number;
  readonly height: number;
}

/** The four numbers of a transformation that turn and scale. */
type Matrix = readonly [a: number, b: number, c: number, d: number];

/** What tells a picture from others: what its stream holds in the file. */
export function pictureKey(contents: Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex');
}

/** How large the pictures on the pages are drawn. Those of patterns and annotations are not among them. */
export function drawnSizes(document: PdfDocument): ReadonlyMap<string, DrawnSize> {
  const sizes = new Map<string, DrawnSize>();
  const { pdfium } = document;
  for (const index of document.pages) {
    withPage(document, index, (page) => {
      for (let at = 0, count = pdfium.FPDFPage_CountObjects(page); at < count; at += 1) {
        visit(document, pdfium.FPDFPage_GetObject(page, at), [1, 0, 0, 1], 0, sizes);
      }
    });
  }
  return sizes;
}

function visit(
  document: PdfDocument,
  object: number,
  outer: Matrix,
  depth: number,
  sizes: Map<string, DrawnSize>,
): void {
  const { pdfium } = document;
  const type = pdfium.FPDFPageObj_GetType(object);
  if (type === objectTypes.image) {
    const [a, b, c, d] = product(matrixOf(document, object), outer);
    const key = pictureKey(contentsOf(document, object));
    const known = sizes.get(key);
    sizes.set(key, {
      width: Math.max(known?.width ?? 0, Math.hypot(a, b)),
      height: Math.max(known?.height ?? 0, Math.hypot(c, d)),
    });
  } else if (type === objectTypes.form && depth < maxDepth) {
    const matrix = product(matrixOf(document, object), outer);
    for (let at = 0, count = pdfium.FPDFFormObj_CountObjects(object); at < count; at += 1) {
      visit(document, pdfium.FPDFFormObj_GetObject(object, at), matrix, depth + 1, sizes);
    }
  }
}

function product([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix {
  return [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h];
}

function matrixOf({ pdfium }: PdfDocument, object: number): Matrix {
  return withMemory(pdfium, matrixBytes, (pointer) => {
    if (!pdfium.FPDFPageObj_GetMatrix(object, pointer)) return [1, 0, 0, 1];
    const at = (index: number): number => pdfium.pdfium.getValue(pointer + 4 * index, 'float');
    return [at(0), at(1), at(2), at(3)];
  });
}

function contentsOf({ pdfium }: PdfDocument, object: number): Uint8Array {
  const length = pdfium.FPDFImageObj_GetImageDataRaw(object, 0, 0);
  return withMemory(pdfium, length, (pointer) => {
    pdfium.FPDFImageObj_GetImageDataRaw(object, pointer, length);
    return pdfium.pdfium.HEAPU8.slice(pointer, pointer + length);
  });
}
