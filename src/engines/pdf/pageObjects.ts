import type { PdfDocument } from './document.ts';
import { withMemory } from './memory.ts';

/** Values of `FPDF_PAGEOBJ_PATH`, `FPDF_PAGEOBJ_IMAGE`, and `FPDF_PAGEOBJ_FORM`. */
const objectTypes = { path: 2, image: 3, form: 5 } as const;
const matrixBytes = 24;
const maxDepth = 16;
const unchanged: Matrix = [1, 0, 0, 1, 0, 0];

/** Coefficients of an affine transformation. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A picture or path that a page draws. `object` is PDFium's pointer to it. */
export interface DrawnObject {
  readonly object: number;
  readonly kind: 'path' | 'image';
  /** Transforms coordinates of the object to coordinates of the page. */
  readonly matrix: Matrix;
}

/** Finds the pictures on an open page, except those in patterns and annotations. */
export function* drawnPictures(document: PdfDocument, page: number): Generator<DrawnObject> {
  for (const each of drawnObjects(document, page)) if (each.kind === 'image') yield each;
}

/** Finds the pictures and paths on an open page, except those in patterns and annotations. */
export function* drawnObjects(document: PdfDocument, page: number): Generator<DrawnObject> {
  const { pdfium } = document;
  for (let at = 0, count = pdfium.FPDFPage_CountObjects(page); at < count; at += 1) {
    yield* objectsIn(document, pdfium.FPDFPage_GetObject(page, at), unchanged, 0);
  }
}

function* objectsIn(
  document: PdfDocument,
  object: number,
  outer: Matrix,
  depth: number,
): Generator<DrawnObject> {
  const { pdfium } = document;
  const type = pdfium.FPDFPageObj_GetType(object);
  if (type === objectTypes.image || type === objectTypes.path) {
    const kind = type === objectTypes.image ? 'image' : 'path';
    yield { object, kind, matrix: product(matrixOf(document, object), outer) };
  } else if (type === objectTypes.form && depth < maxDepth) {
    const matrix = product(matrixOf(document, object), outer);
    for (let at = 0, count = pdfium.FPDFFormObj_CountObjects(object); at < count; at += 1) {
      yield* objectsIn(document, pdfium.FPDFFormObj_GetObject(object, at), matrix, depth + 1);
    }
  }
}

function product([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

function matrixOf({ pdfium }: PdfDocument, object: number): Matrix {
  return withMemory(pdfium, matrixBytes, (pointer) => {
    if (!pdfium.FPDFPageObj_GetMatrix(object, pointer)) return unchanged;
    const at = (index: number): number => pdfium.pdfium.getValue(pointer + 4 * index, 'float');
    return [at(0), at(1), at(2), at(3), at(4), at(5)];
  });
}
