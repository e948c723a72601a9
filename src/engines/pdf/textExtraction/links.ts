import type { PdfDocument } from '../document.ts';
import { withMemory } from '../memory.ts';

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
