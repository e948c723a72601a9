import type { PdfDocument } from '../document.ts';
import { extentOf, type PageArea, type Upright } from '../textExtraction/upright.ts';
import { withMemory } from '../memory.ts';
import { type DrawnObject, drawnObjects } from '../pageObjects.ts';

/** Graphics on a page that reveal its structure, such as rules (straight lines). */
export interface Drawing {
  readonly horizontal: readonly PageArea[];
  readonly vertical: readonly PageArea[];
  /** Drawn bullets of list items. */
  readonly dots: readonly PageArea[];
  readonly pictures: readonly DrawnPicture[];
}

export interface DrawnPicture extends PageArea {
  /** Position among the objects that {@link drawnObjects} yields. */
  readonly index: number;
  readonly tag: number;
}

/** Pages with more objects are maps or charts, so the remaining objects are ignored. */
const maxObjects = 20_000;
const maxPoints = 40_000;
const maxRules = 4000;
/** Lengths in points. */
const thickestRule = 2.5;
const shortestRule = 4;
const sameRule = 1.5;
const dotSides = { least: 1.2, most: 7 } as const;
const minPictureSide = 8;
/** Values of `FPDF_SEGMENT_BEZIERTO` and `FPDF_SEGMENT_MOVETO`. */
const segments = { bezier: 1, move: 2 } as const;

/** Finds the rules, bullets, and pictures on an open page. */
export function drawingOn(document: PdfDocument, page: number, upright: Upright): Drawing {
  const rules: PageArea[] = [];
  const dots: PageArea[] = [];
  const pictures: DrawnPicture[] = [];
  let index = 0;
  let points = 0;
  for (const each of drawnObjects(document, page)) {
    if (index > maxObjects || points > maxPoints || rules.length > maxRules) break;
    if (each.kind === 'image') {
      const place = upright.place(squareOf(each));
      const isLarge = Math.min(place.right - place.left, place.top - place.bottom) >= minPictureSide;
      const tag = document.pdfium.FPDFPageObj_GetMarkedContentID(each.object);
      if (isLarge && upright.isSeen(place)) pictures.push({ ...place, index, tag });
    } else {
      for (const shape of shapesOf(document, each, maxPoints - points)) {
        points += shape.points.length;
        addShape(shape, upright, { rules, dots });
      }
    }
    index += 1;
  }
  const isFull = rules.length > maxRules;
  const [horizontal, vertical] = [true, false].map((isFlat) =>
    isFull
      ? []
      : merged(
          rules.filter((rule) => rule.top - rule.bottom <= rule.right - rule.left === isFlat),
          isFlat,
        ),
  );
  return { horizontal: horizontal ?? [], vertical: vertical ?? [], dots, pictures };
}

interface Shape {
  readonly points: readonly (readonly [number, number])[];
  readonly isCurved: boolean;
}

function addShape(
  { points, isCurved }: Shape,
  upright: Upright,
  { rules, dots }: { readonly rules: PageArea[]; readonly dots: PageArea[] },
): void {
  const places = points.map(([x, y]) => upright.place({ left: x, right: x, bottom: y, top: y }));
  const whole = extentOf(places);
  const [width, height] = [whole.right - whole.left, whole.top - whole.bottom];
  const [thin, long] = [Math.min(width, height), Math.max(width, height)];
  if (thin <= thickestRule && long >= shortestRule) rules.push(whole);
  else if (thin >= dotSides.least && long <= dotSides.most && long < thin * 1.3) dots.push(whole);
  else if (!isCurved) {
    for (const [at, place] of places.entries()) {
      const edge = extentOf([place, places[(at + 1) % places.length] ?? place]);
      const [across, up] = [edge.right - edge.left, edge.top - edge.bottom];
      if (Math.min(across, up) <= 0.5 && Math.max(across, up) >= shortestRule) rules.push(edge);
    }
  }
}

/** Returns the area of a picture, which fills the unit square before its transformation. */
function squareOf({ matrix: [a, b, c, d, e, f] }: DrawnObject): PageArea {
  return {
    left: e + Math.min(0, a, c, a + c),
    right: e + Math.max(0, a, c, a + c),
    bottom: f + Math.min(0, b, d, b + d),
    top: f + Math.max(0, b, d, b + d),
  };
}

/** Returns the subpaths of a path. Reads at most this many points. */
function shapesOf({ pdfium }: PdfDocument, { object, matrix }: DrawnObject, most: number): Shape[] {
  const [a, b, c, d, e, f] = matrix;
  const shapes: { points: [number, number][]; isCurved: boolean }[] = [];
  const count = Math.min(pdfium.FPDFPath_CountSegments(object), most);
  withMemory(pdfium, 8, (pointer) => {
    for (let at = 0; at < count; at += 1) {
      const segment = pdfium.FPDFPath_GetPathSegment(object, at);
      const type = pdfium.FPDFPathSegment_GetType(segment);
      if (!pdfium.FPDFPathSegment_GetPoint(segment, pointer, pointer + 4)) continue;
      const x = pdfium.pdfium.getValue(pointer, 'float');
      const y = pdfium.pdfium.getValue(pointer + 4, 'float');
      if (type === segments.move) shapes.push({ points: [], isCurved: false });
      const shape = shapes.at(-1);
      shape?.points.push([a * x + c * y + e, b * x + d * y + f]);
      if (shape && type === segments.bezier) shape.isCurved = true;
    }
  });
  return shapes.filter(({ points }) => points.length > 1);
}

/** Joins rules that touch and lie on the same line, because many programs draw a separate rule for each cell. */
function merged(rules: readonly PageArea[], isFlat: boolean): PageArea[] {
  const [start, end] = isFlat ? (['left', 'right'] as const) : (['bottom', 'top'] as const);
  const [low, high] = isFlat ? (['bottom', 'top'] as const) : (['left', 'right'] as const);
  const groups: PageArea[][] = [];
  for (const rule of rules.toSorted((a, b) => a[low] + a[high] - b[low] - b[high])) {
    const first = groups.at(-1)?.[0];
    if (first && (rule[low] + rule[high] - first[low] - first[high]) / 2 <= sameRule)
      groups.at(-1)?.push(rule);
    else groups.push([rule]);
  }
  return groups.flatMap((group) => {
    const parts: PageArea[] = [];
    for (const rule of group.toSorted((a, b) => a[start] - b[start])) {
      const last = parts.at(-1);
      if (last && rule[start] - last[end] <= thickestRule) parts[parts.length - 1] = extentOf([last, rule]);
      else parts.push(rule);
    }
    return parts;
  });
}
