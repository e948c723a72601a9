import { type PdfDocument, withCopy, withPage } from '../document.ts';
import { withMemory } from '../memory.ts';

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

/** `PDFACTION_URI`, a result of `FPDFAction_GetType`. */
const addressAction = 3;
const rectBytes = 16;
const maxLinks = 5000;
/** Letters may extend slightly beyond the area of their link. */
const tolerancePoints = 1;
/** Matches addresses that are safe to open: they run nothing and don't refer to the reader's computer. */
const safe = /^(?:https?:\/\/|mailto:)/i;

interface LinkArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly address: string;
}

/** Returns a function that finds the address of a link at a point of the page. */
export function linksOf(document: PdfDocument, page: number): (x: number, y: number) => string | undefined {
  const areas = areasOn(document, page);
  return (x, y) =>
    areas.find(
      ({ left, top, right, bottom }) =>
        left - tolerancePoints <= x && x < right && bottom - tolerancePoints <= y && y <= top,
    )?.address;
}

function areasOn(document: PdfDocument, page: number): LinkArea[] {
  const { pdfium } = document;
  const { pdfium: wasm } = pdfium;
  const areas: LinkArea[] = [];
  return withMemory(pdfium, 8 + rectBytes, (position) => {
    const [found, rect] = [position + 4, position + 8];
    wasm.setValue(position, 0, 'i32');
    while (areas.length < maxLinks && pdfium.FPDFLink_Enumerate(page, position, found)) {
      const link = wasm.getValue(found, 'i32');
      const address = addressOf(document, link);
      if (address === undefined || !pdfium.FPDFLink_GetAnnotRect(link, rect)) continue;
      const side = (index: number): number => wasm.getValue(rect + 4 * index, 'float');
      areas.push({ left: side(0), top: side(1), right: side(2), bottom: side(3), address });
    }
    return areas;
  });
}

function addressOf({ pdfium, handle }: PdfDocument, link: number): string | undefined {
  const action = pdfium.FPDFLink_GetAction(link);
  if (action === 0 || pdfium.FPDFAction_GetType(action) !== addressAction) return undefined;
  const length = pdfium.FPDFAction_GetURIPath(handle, action, 0, 0);
  return withMemory(pdfium, length, (buffer) => {
    pdfium.FPDFAction_GetURIPath(handle, action, buffer, length);
    const address = pdfium.pdfium.UTF8ToString(buffer);
    return safe.test(address) ? address : undefined;
  });
}
