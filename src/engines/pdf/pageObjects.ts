import type { PdfDocument } from './document.ts';
import { withMemory } from './memory.ts';

/** `FPDF_PAGEOBJ_IMAGE` and `FPDF_PAGEOBJ_FORM`. */
const objectTypes = { image: 3, form: 5 } as const;
const matrixBytes = 24;
const maxDepth = 16;
const upright: Matrix = [1, 0, 0, 1];

/** The four linear coefficients of a transformation. */
export type Matrix = readonly [a: number, b: number, c: number, d: number];

/** A drawn picture, as PDFium's pointer. */
export interface DrawnPicture {
  readonly object: number;
  readonly matrix: Matrix;
}

/** The pictures on an open page, except in patterns and annotations. */
export function* drawnPictures(document: PdfDocument, page: number): Generator<DrawnPicture> {
  const { pdfium } = document;
  for (let at = 0, count = pdfium.FPDFPage_CountObjects(page); at < count; at += 1) {
    yield* picturesIn(document, pdfium.FPDFPage_GetObject(page, at), upright, 0);
  }
}

function* picturesIn(
  document: PdfDocument,
  object: number,
  outer: Matrix,
  depth: number,
): Generator<DrawnPicture> {
  const { pdfium } = document;
  const type = pdfium.FPDFPageObj_GetType(object);
  if (type === objectTypes.image) yield { object, matrix: product(matrixOf(document, object), outer) };
  else if (type === objectTypes.form && depth < maxDepth) {
    const matrix = product(matrixOf(document, object), outer);
    for (let at = 0, count = pdfium.FPDFFormObj_CountObjects(object); at < count; at += 1) {
      yield* picturesIn(document, pdfium.FPDFFormObj_GetObject(object, at), matrix, depth + 1);
    }
  }
}

function product([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): Matrix {
  return [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h];
}

function matrixOf({ pdfium }: PdfDocument, object: number): Matrix {
  return withMemory(pdfium, matrixBytes, (pointer) => {
    if (!pdfium.FPDFPageObj_GetMatrix(object, pointer)) return upright;
    const at = (index: number): number => pdfium.pdfium.getValue(pointer + 4 * index, 'float');
    return [at(0), at(1), at(2), at(3)];
  });
}
