import type { TextRun } from '../textExtraction/runs.ts';
import type { DrawnPicture } from './drawing.ts';

/** A part of a document, in reading order. */
export type Block = Paragraph | HeadingBlock | Item | TableBlock | CodeBlock | PictureBlock;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly runs: readonly TextRun[];
  /** In points. */
  readonly size: number;
  /** True if it may continue on the next page. */
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
  /** Its bullet or number. */
  readonly label: string;
  /** Starting at 0. */
  readonly level: number;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly BlockCell[])[];
  /** The left edges of its columns, if known, in points. */
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
  /** The page, starting at 0. */
  readonly page: number;
  readonly picture: DrawnPicture;
  readonly description: string;
}
