import type { PdfDocument } from '../document.ts';
import { withMemory } from '../memory.ts';

/** In points, from the lower left. */
export interface PageArea {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Converts positions from a page's own coordinates to displayed ones, as the page may be rotated. */
export interface Upright {
  readonly place: (raw: PageArea) => PageArea;
  /** Converts a point back to the page's own coordinates. */
  readonly raw: (x: number, y: number) => readonly [number, number];
  /** The visible page, in displayed coordinates. */
  readonly shown: PageArea;
  /** True if any part of a place, in displayed coordinates, is on the visible page. */
  readonly isSeen: (place: PageArea) => boolean;
}

/** The bounding box of places. */
export function extentOf(places: readonly PageArea[]): PageArea {
  return {
    left: places.reduce((least, { left }) => Math.min(least, left), Infinity),
    right: places.reduce((most, { right }) => Math.max(most, right), -Infinity),
    bottom: places.reduce((least, { bottom }) => Math.min(least, bottom), Infinity),
    top: places.reduce((most, { top }) => Math.max(most, top), -Infinity),
  };
}

const rectBytes = 16;

const unturned: Upright['raw'] = (x, y) => [x, y];
/** For pages rotated by quarters, clockwise. */
const turns: readonly Upright['raw'][] = [unturned, (x, y) => [y, -x], (x, y) => [-x, -y], (x, y) => [-y, x]];

export function uprightOf(document: PdfDocument, page: number): Upright {
  const quarters = document.pdfium.FPDFPage_GetRotation(page);
  const turn = turns[quarters] ?? unturned;
  const place = ({ left, right, bottom, top }: PageArea): PageArea => {
    const [x, y] = turn(left, bottom);
    const [otherX, otherY] = turn(right, top);
    return {
      left: Math.min(x, otherX),
      right: Math.max(x, otherX),
      bottom: Math.min(y, otherY),
      top: Math.max(y, otherY),
    };
  };
  const shown = place(shownOf(document, page));
  return {
    place,
    raw: turns[(4 - quarters) % 4] ?? unturned,
    shown,
    isSeen: ({ left, right, bottom, top }) =>
      left <= shown.right && right >= shown.left && bottom <= shown.top && top >= shown.bottom,
  };
}

/** The part of a page within the crop box, in its own coordinates. */
function shownOf({ pdfium }: PdfDocument, page: number): PageArea {
  return withMemory(pdfium, rectBytes, (rect) => {
    pdfium.FPDF_GetPageBoundingBox(page, rect);
    const side = (index: number): number => pdfium.pdfium.getValue(rect + 4 * index, 'float');
    return { left: side(0), top: side(1), right: side(2), bottom: side(3) };
  });
}
