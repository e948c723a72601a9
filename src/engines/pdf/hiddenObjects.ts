import { withMemory } from './memory.ts';
import type { Pdfium } from './pdfium.ts';

/** The entry that marks hidden layers. */
export const hiddenKey = 'HiddenLayer';
const intBytes = 4;
/** `FPDF_PAGEOBJ_FORM`. */
const formType = 5;
const maxDepth = 16;

/** Removes the objects of an open page that belong to hidden layers. */
export function removeHidden(pdfium: Pdfium, page: number): void {
  for (let at = pdfium.FPDFPage_CountObjects(page) - 1; at >= 0; at -= 1) {
    const object = pdfium.FPDFPage_GetObject(page, at);
    if (!isHidden(pdfium, object)) removeHiddenIn(pdfium, object, 0);
    else if (pdfium.FPDFPage_RemoveObject(page, object)) pdfium.FPDFPageObj_Destroy(object);
  }
}

function removeHiddenIn(pdfium: Pdfium, form: number, depth: number): void {
  if (depth >= maxDepth || pdfium.FPDFPageObj_GetType(form) !== formType) return;
  for (let at = pdfium.FPDFFormObj_CountObjects(form) - 1; at >= 0; at -= 1) {
    const object = pdfium.FPDFFormObj_GetObject(form, at);
    if (!isHidden(pdfium, object)) removeHiddenIn(pdfium, object, depth + 1);
    else if (pdfium.FPDFFormObj_RemoveObject(form, object)) pdfium.FPDFPageObj_Destroy(object);
  }
}

function isHidden(pdfium: Pdfium, object: number): boolean {
  return withMemory(pdfium, intBytes, (value) => {
    for (let at = 0, count = pdfium.FPDFPageObj_CountMarks(object); at < count; at += 1) {
      const mark = pdfium.FPDFPageObj_GetMark(object, at);
      if (pdfium.FPDFPageObjMark_GetParamIntValue(mark, hiddenKey, value)) return true;
    }
    return false;
  });
}
