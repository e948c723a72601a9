import type { TextRun } from '../textExtraction/runs.ts';
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

export interface CodeBlock {
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
