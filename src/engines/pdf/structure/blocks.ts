import type { TextRun } from '../textExtraction/lines.ts';
import type { DrawnPicture } from './drawing.ts';

/** A part of a document. Blocks are in reading order. */
export type Block = Paragraph | HeadingBlock | Item | TableBlock | CodeBlock | PictureBlock;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly runs: readonly TextRun[];
  /** Font size in points. */
  readonly size: number;
  /** True if the text may continue on the next page. */
  readonly isOpen: boolean;
}

interface HeadingBlock {
  readonly kind: 'heading';
  readonly runs: readonly TextRun[];
  readonly level: number;
}

export interface Item {
  readonly kind: 'item';
  readonly runs: readonly TextRun[];
  readonly size: number;
  readonly isOpen: boolean;
  /** The bullet or number before the item. */
  readonly label: string;
  /** Nesting level, starting at 0. */
  readonly level: number;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly BlockCell[])[];
  /** Left edges of the columns in points. Empty if they are unknown. */
  readonly columns: readonly number[];
}

export interface BlockCell {
  readonly paragraphs: readonly (readonly TextRun[])[];
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

interface CodeBlock {
  readonly kind: 'code';
  readonly lines: readonly string[];
}

export interface PictureBlock {
  readonly kind: 'picture';
  /** Index of the page, starting at 0. */
  readonly page: number;
  readonly picture: DrawnPicture;
  readonly description: string;
}

/** Dots between a title and its page number. */
export const leaderDots = /(?:\. ?){5}/;

const number = /^[\s\d.,:;%()±+*<>=~≈≤≥/$€£−–—-]+$/u;

/** True if a text consists only of numbers, with signs and units. */
export function isNumeric(text: string): boolean {
  return number.test(text) && /\d/.test(text);
}

/** The last bullets are codes that fonts of symbols use, and the sign for an unknown letter. */
const marker =
  /^(?:[•◦▪‣○●■□–—−·∙▸►✓➢❖*\u{e000}-\u{f8ff}\uFFFD-](?=\s|$)|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)](?=\s|$))/u;

/** Returns the bullet or number at the start of a list item. */
export function markerOf(text: string): string | undefined {
  return marker.exec(text)?.[0];
}

/** True if a text is nothing but the bullet or number of a list item. */
export function isMarker(text: string): boolean {
  return text !== '' && markerOf(text)?.length === text.length;
}

/**
 * Returns the number of a list item's label, or its letter's position in the alphabet. Returns `undefined` for bullets.
 */
export function numberOf(found: string): number | undefined {
  const name = found.replaceAll(/[().]/g, '');
  if (/^\d+$/.test(name)) return Number(name);
  return /^[a-z]$/i.test(name) ? name.toLowerCase().charCodeAt(0) - 96 : undefined;
}
