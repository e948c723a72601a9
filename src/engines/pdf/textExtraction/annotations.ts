import { type PdfDocument, withCopy, withPage } from '../document.ts';

/** `FLAT_NORMALDISPLAY`, a mode of `FPDFPage_Flatten`. */
const asDisplayed = 0;
/**
 * Annotation types `FPDF_ANNOT_LINK`, `FPDF_ANNOT_FREETEXT`, and `FPDF_ANNOT_POPUP`. Links and popups show no text on
 * the page.
 */
const kinds = { link: 2, freeText: 3, popup: 16 } as const;
/** `FPDF_ANNOT_APPEARANCEMODE_NORMAL`. */
const normal = 0;
/** Flags of hidden annotations (ISO 32000-1, table 165). */
const hidden = 0x02 | 0x20;

/**
 * Opens a copy of a page that contains only filled-in form fields and annotations.
 * @returns `undefined` if the page can't be copied
 */
export function withAnnotations<T>(
  document: PdfDocument,
  index: number,
  use: (document: PdfDocument, page: number) => T,
): T | undefined {
  return withCopy(document, index, (copy) => {
    withPage(copy, 0, (page) => {
      empty(copy, page);
      for (let at = copy.pdfium.FPDFPage_GetAnnotCount(page) - 1; at >= 0; at -= 1) prepare(copy, page, at);
      copy.pdfium.FPDFPage_Flatten(page, asDisplayed);
    });
    return withPage(copy, 0, (page) => use(copy, page));
  });
}

/** True if the form fields or annotations of an open page may contain text. */
export function hasAnnotationText({ pdfium }: PdfDocument, page: number): boolean {
  const count = pdfium.FPDFPage_GetAnnotCount(page);
  for (let at = 0; at < count; at += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, at);
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation);
    pdfium.FPDFPage_CloseAnnot(annotation);
    if (kind !== kinds.link && kind !== kinds.popup) return true;
  }
  return false;
}

/** Removes a page's content, except for annotations. */
function empty({ pdfium }: PdfDocument, page: number): void {
  for (let at = pdfium.FPDFPage_CountObjects(page) - 1; at >= 0; at -= 1) {
    const object = pdfium.FPDFPage_GetObject(page, at);
    if (pdfium.FPDFPage_RemoveObject(page, object)) pdfium.FPDFPageObj_Destroy(object);
  }
  pdfium.FPDFPage_GenerateContent(page);
}

/** Removes a hidden annotation. Gives free text an appearance if it has none, as PDF readers do. */
function prepare({ pdfium }: PdfDocument, page: number, at: number): void {
  const annotation = pdfium.FPDFPage_GetAnnot(page, at);
  if (annotation === 0) return;
  const isHidden = (pdfium.FPDFAnnot_GetFlags(annotation) & hidden) !== 0;
  const isFreeText = pdfium.FPDFAnnot_GetSubtype(annotation) === kinds.freeText;
  if (isFreeText && !pdfium.EPDFAnnot_HasAppearanceStream(annotation, normal))
    pdfium.EPDFAnnot_GenerateAppearance(annotation);
  pdfium.FPDFPage_CloseAnnot(annotation);
  if (isHidden) pdfium.FPDFPage_RemoveAnnot(page, at);
}
