import { type PdfDocument, withPage } from '../document.ts';
import type { Letter } from '../textExtraction/letters.ts';
import { pageSegments } from '../textExtraction/documentPages.ts';
import { append, type Line, mostFrequent, textOf, type TextRun } from '../textExtraction/lines.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { type PageArea, uprightOf } from '../textExtraction/upright.ts';
import { isMarker, isNumeric } from './blocks.ts';
import { type Drawing, drawingOn } from './drawing.ts';
import { piecesOf } from './order.ts';
import { textRows } from './tableRows.ts';
import { elementsOn, type TaggedElement, tagsOf } from './tagTree.ts';

/** The text and graphics of a page. */
export interface StructuredPage {
  /** Index of the page, starting at 0. */
  readonly index: number;
  readonly place: PageArea;
  readonly drawing: Drawing;
  readonly lines: readonly Line[];
  /** The page's structure tree. Empty if there is none, or if it doesn't include most of the text. */
  readonly elements: readonly TaggedElement[];
}

/** Maximum distances relative to the font size. */
const dotReach = 3;
const markerReach = 4;
/** Minimum share of letters in the structure tree. It isn't 1 because headers and footers aren't part of the tree. */
const minTagged = 0.7;
/** A paragraph with this many rows of several cells is a table. */
const minTableRows = 4;
const minRowCells = 3;

/** @throws ConversionError */
export function readPage(document: PdfDocument, index: number): StructuredPage {
  const { drawing, place, tree } = withPage(document, index, (page) => {
    const upright = uprightOf(document, page);
    const drawing = drawingOn(document, page, upright);
    return { place: upright.shown, drawing, tree: elementsOn(document, page) };
  });
  const segments = pageSegments(document, index);
  const letters = segments.flatMap((segment) => segment.letters);
  const placed = segments.flatMap((segment) => piecesOf(segment, drawing.vertical, false));
  const isUsable = coversText(tree, letters) && !hidesTable(tree, placed);
  const elements = isUsable ? tree : [];
  const lines = isUsable
    ? segments.flatMap((segment) => piecesOf(segment, drawing.vertical, true))
    : withMarkers(withDots(placed, drawing.dots), drawing.vertical);
  const recognized = letters.filter(({ invisible }) => invisible);
  if (recognized.length === 0) return { index, place, drawing, lines, elements };
  const body = mostFrequent(recognized.map(({ size }) => size));
  return {
    index,
    place,
    drawing: withoutScans(drawing, recognized),
    lines: lines.map((line) => (isNearly(line.size, body) ? { ...line, size: body } : line)),
    elements,
  };
}

/** True if two sizes are probably the same. Sizes of recognized text are only estimates. */
const isNearly = (size: number, body: number): boolean => size < body * 1.25 && size > body / 1.25;

/** Removes pictures that contain recognized text, because these are scans of it. */
function withoutScans(drawing: Drawing, recognized: readonly Letter[]): Drawing {
  const isScan = ({ left, right, bottom, top }: PageArea): boolean =>
    recognized.some((letter) => {
      const [x, y] = [(letter.left + letter.right) / 2, (letter.bottom + letter.top) / 2];
      return x > left && x < right && y > bottom && y < top;
    });
  return { ...drawing, pictures: drawing.pictures.filter((picture) => !isScan(picture)) };
}

function coversText(elements: readonly TaggedElement[], letters: readonly Letter[]): boolean {
  const tags = new Set(tagsOf(elements));
  if (tags.size === 0) return false;
  const seen = letters.filter(({ text }) => text.trim() !== '');
  return seen.filter(({ tag }) => tags.has(tag)).length >= seen.length * minTagged;
}

/** True if a paragraph of the structure tree has the rows of a table: some programs tag everything as paragraphs. */
function hidesTable(elements: readonly TaggedElement[], pieces: readonly Line[]): boolean {
  const piecesByTag = Map.groupBy(pieces, ({ tag }) => tag);
  const isTable = (paragraph: TaggedElement): boolean => {
    const rows = textRows(tagsOf([paragraph]).flatMap((tag) => piecesByTag.get(tag) ?? []));
    return rows.filter(({ length }) => length >= minRowCells).length >= minTableRows;
  };
  return paragraphsIn(elements).some(isTable);
}

function paragraphsIn(children: TaggedElement['children']): TaggedElement[] {
  return children.flatMap((child) => {
    if (typeof child === 'number') return [];
    return child.type === 'P' ? [child] : paragraphsIn(child.children);
  });
}

/** Adds drawn bullets to the lines that follow them. */
function withDots(lines: readonly Line[], dots: readonly PageArea[]): Line[] {
  if (dots.length === 0) return [...lines];
  const left = dots.toSorted((a, b) => b.top - a.top);
  const sorted = lines.toSorted((a, b) => b.top - a.top);
  const changed = new Map<Line, Line>();
  let start = 0;
  for (const dot of left) {
    const middle = (dot.bottom + dot.top) / 2;
    while (start < sorted.length && (sorted[start]?.bottom ?? 0) > middle) start += 1;
    for (let at = start; at < Math.min(sorted.length, start + 20); at += 1) {
      const line = sorted[at];
      if (!line || middle > line.top || middle < line.bottom - 1 || changed.has(line)) continue;
      const gap = line.left - dot.right;
      if (gap < 0 || gap > dotReach * line.size || dot.top - dot.bottom > line.size) continue;
      changed.set(line, { ...line, left: dot.left, runs: labeled('•', line.runs) });
      break;
    }
  }
  return lines.map((line) => changed.get(line) ?? line);
}

/**
 * Joins the bullet or number of a list item with the text that follows it. Behind a rule, a number or another bullet is a
 * cell of a table.
 */
function withMarkers(lines: readonly Line[], vertical: readonly PageArea[]): Line[] {
  const isRuled = (left: Line, right: Line): boolean =>
    vertical.some((rule) => rule.left > left.left && rule.right < right.right && isBeside(rule, left));
  const result: Line[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    const text = last ? textOf(last.runs).trim() : '';
    const following = textOf(line.runs).trim();
    const isNext =
      last &&
      isMarker(text) &&
      isBeside(last, line) &&
      line.left > last.left &&
      line.left - last.right < markerReach * line.size &&
      !isNumeric(following) &&
      !isMarker(following) &&
      !isRuled(last, line);
    if (last && isNext)
      result[result.length - 1] = { ...line, left: last.left, runs: labeled(text, line.runs) };
    else result.push(line);
  }
  return result;
}

function labeled(label: string, runs: readonly TextRun[]): TextRun[] {
  const result: TextRun[] = [{ text: label, bold: false, italic: false, link: undefined }];
  for (const [index, run] of runs.entries()) append(result, index === 0 ? ' ' : '', run);
  return result;
}
