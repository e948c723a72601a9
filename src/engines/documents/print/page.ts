import type { OfficeAttachment, OfficeContentNode } from 'officeparser';
import type { Content } from 'pdfmake/interfaces.js';
import type { Notes } from './notes.ts';
import type { HighlightedCode } from '../code/highlight.ts';
import type { FormulaDrawing } from '../formulas/typesetter.ts';
import type { Outline } from './outline.ts';
import type { PrintTheme } from './theme.ts';
import type { Typesetter } from './typesetter.ts';

/** The settings and shared state for text on a page. Lengths are in points. */
export interface TextSurroundings {
  readonly typesetter: Typesetter;
  readonly look: PrintTheme;
  /** The font size of body text. */
  readonly size: number;
  readonly headingSize: (heading: OfficeContentNode & { type: 'heading' }) => number;
  /** The space to keep free below a block of text. */
  readonly below: number;
  /** True inside a table cell. pdfmake aligns the page breaks of cells, so only they are broken freely. */
  readonly isCell: boolean;
  readonly outline: Outline;
  readonly code: HighlightedCode;
  readonly formulas: ReadonlyMap<OfficeContentNode, FormulaDrawing>;
  readonly notes: Notes;
  /** The ids in the document that links can lead to. */
  readonly anchors: ReadonlySet<string>;
  readonly attachments: ReadonlyMap<string, OfficeAttachment>;
  /** The pictures on the pages, keyed by the names of their attachments. */
  readonly pictures: Map<string, Promise<Drawable | undefined>>;
  /** The width of a page without its margins. */
  readonly width: number;
  readonly height: number;
  readonly withPictures: boolean;
}

/** Typesets the content of a table cell or list item that is `width` points wide. */
export type TypesetBox = (
  nodes: readonly OfficeContentNode[],
  page: TextSurroundings,
  width: number,
) => Promise<Content[]>;

/** A picture for pdfmake, with the size of its source in pixels. */
export interface Drawable {
  readonly dataUrl: string;
  readonly width: number;
  readonly height: number;
}
