import type { Run } from '../textExtraction/runs.ts';
import type { PlacedPicture } from './drawing.ts';

/** A part of a document, in reading order. */
export type Block = Paragraph | Heading | Item | Table | Code | Picture;

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly runs: readonly Run[];
  /** In points. */
  readonly size: number;
  /** True if it may continue on the next page. */
  readonly isOpen: boolean;
}

export interface Heading {
  readonly kind: 'heading';
  readonly runs: readonly Run[];
  readonly level: number;
}

export interface Item {
  readonly kind: 'item';
  readonly runs: readonly Run[];
  readonly size: number;
  readonly isOpen: boolean;
  /** Its bullet or number. */
  readonly label: string;
  /** Starting at 0. */
  readonly level: number;
}

export interface Table {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
  /** The left edges of its columns, if known, in points. */
  readonly columns: readonly number[];
}

export interface Cell {
  readonly paragraphs: readonly (readonly Run[])[];
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface Code {
  readonly kind: 'code';
  readonly lines: readonly string[];
}

export interface Picture {
  readonly kind: 'picture';
  /** The page, starting at 0. */
  readonly page: number;
  readonly picture: PlacedPicture;
  readonly description: string;
}
