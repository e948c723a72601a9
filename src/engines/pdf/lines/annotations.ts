import { type PdfDocument, withPage } from '../document.ts';

/** `FLAT_NORMALDISPLAY` and `FLATTEN_SUCCESS` of FPDFPage_Flatten. */
const asDisplayed = 0;
const success = 1;
/** `FPDF_ANNOT_FREETEXT`, and the normal state of what an annotation looks like. */
const freeText = 3;
const normal = 0;
/** The flags of annotations that are not shown (ISO 32000-1, table 165). */
const hidden = 0x02 | 0x20;

/**
 * Opens a page that holds nothing but what is filled into its forms and what its annotations look like, for the document in
 * memory: afterwards its annotations are gone.
 * @returns `undefined` where there is nothing of the kind
 */
export function withAnnotations<T>(
  document: PdfDocument,
  index: number,
  use: (page: number) => T,
): T | undefined {
  const { pdfium } = document;
  const isFlattened = withPage(document, index, (page) => {
    const count = pdfium.FPDFPage_GetAnnotCount(page);
    for (let at = count - 1; at >= 0; at -= 1) prepare(document, page, at);
    return count > 0 && pdfium.FPDFPage_Flatten(page, asDisplayed) === success;
  });
  if (!isFlattened) return undefined;
  return withPage(document, index, (page) => {
    // All annotations are one object, the last; what is before it would lack what the page has from its parents.
    for (let at = pdfium.FPDFPage_CountObjects(page) - 2; at >= 0; at -= 1) remove(document, page, at);
    return use(page);
  });
}

/** Takes away what is not shown, and draws what is written onto the page where a program has left that to the reader. */
function prepare({ pdfium }: PdfDocument, page: number, at: number): void {
  const annotation = pdfium.FPDFPage_GetAnnot(page, at);
  if (annotation === 0) return;
  const isHidden = (pdfium.FPDFAnnot_GetFlags(annotation) & hidden) !== 0;
  const isFreeText = pdfium.FPDFAnnot_GetSubtype(annotation) === freeText;
  if (isFreeText && !pdfium.EPDFAnnot_HasAppearanceStream(annotation, normal))
    pdfium.EPDFAnnot_GenerateAppearance(annotation);
  pdfium.FPDFPage_CloseAnnot(annotation);
  if (isHidden) pdfium.FPDFPage_RemoveAnnot(page, at);
}

function remove({ pdfium }: PdfDocument, page: number, at: number): void {
  const object = pdfium.FPDFPage_GetObject(page, at);
  if (pdfium.FPDFPage_RemoveObject(page, object)) pdfium.FPDFPageObj_Destroy(object);
}
