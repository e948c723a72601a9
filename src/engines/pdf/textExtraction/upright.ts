import type { PdfDocument } from '../document.ts';
import { withMemory } from '../memory.ts';

/** An area in points. The origin is at the lower left. */
export interface PageArea {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Converts between a page's own coordinates and displayed ones, which differ if the page is rotated. */
export interface Upright {
  readonly place: (raw: PageArea) => PageArea;
  /** Converts a displayed point back to the page's own coordinates. */
  readonly raw: (x: number, y: number) => readonly [number, number];
  /** The visible part of the page, in displayed coordinates. */
  readonly shown: PageArea;
  /** True if any part of an area, in displayed coordinates, is visible on the page. */
  readonly isSeen: (place: PageArea) => boolean;
}

/** Returns the bounding box of several areas. */
export function extentOf(places: readonly PageArea[]): PageArea {
  return {
    left: places.reduce((least, { left }) => Math.min(least, left), Infinity),
    right: places.reduce((most, { right }) => Math.max(most, right), -Infinity),
    bottom: places.reduce((least, { bottom }) => Math.min(least, bottom), Infinity),
    top: places.reduce((most, { top }) => Math.max(most, top), -Infinity),
  };
}

/** True if the horizontal ranges of two areas overlap. */
export function overlaps(a: PageArea, b: PageArea): boolean {
  return a.left < b.right && b.left < a.right;
}

const rectBytes = 16;

const unturned: Upright['raw'] = (x, y) => [x, y];
/** Clockwise rotations by 0, 90, 180, and 270 degrees. */
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

/** Returns the part of a page that its crop box shows, in the page's own coordinates. */
function shownOf({ pdfium }: PdfDocument, page: number): PageArea {
  return withMemory(pdfium, rectBytes, (rect) => {
    pdfium.FPDF_GetPageBoundingBox(page, rect);
    const side = (index: number): number => pdfium.pdfium.getValue(rect + 4 * index, 'float');
    return { left: side(0), top: side(1), right: side(2), bottom: side(3) };
  });
}
