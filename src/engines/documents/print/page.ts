import type { OfficeAttachment, OfficeContentNode } from 'officeparser';
import type { Content } from 'pdfmake/interfaces.js';
import type { Notes } from './notes.ts';
import type { HighlightedCode } from '../code/highlight.ts';
import type { FormulaDrawing } from '../formulas/typesetter.ts';
import type { Outline } from './outline.ts';
import type { PrintTheme } from './theme.ts';
import type { Typesetter } from './typesetter.ts';

/** The surroundings of text on a page. Lengths are points. */
export interface TextSurroundings {
  readonly typesetter: Typesetter;
  readonly look: PrintTheme;
  /** The size of text here. */
  readonly size: number;
  readonly headingSize: (heading: OfficeContentNode & { type: 'heading' }) => number;
  /** The room to keep free below text. */
  readonly below: number;
  /** Pages are only broken freely in cells, where pdfmake aligns the breaks. */
  readonly isCell: boolean;
  readonly outline: Outline;
  readonly code: HighlightedCode;
  readonly formulas: ReadonlyMap<OfficeContentNode, FormulaDrawing>;
  readonly notes: Notes;
  /** The names of places in the document that links can lead to. */
  readonly anchors: ReadonlySet<string>;
  readonly attachments: ReadonlyMap<string, OfficeAttachment>;
  /** The pictures on the pages, by the names of their attachments. */
  readonly pictures: Map<string, Promise<Drawable | undefined>>;
  /** The size of a page within its margins. */
  readonly width: number;
  readonly height: number;
  readonly withPictures: boolean;
}

/** Typesets the content of a cell or a list item that is `width` points wide. */
export type SetBox = (
  nodes: readonly OfficeContentNode[],
  page: TextSurroundings,
  width: number,
) => Promise<Content[]>;

/** A picture with the size of its source, in pixels. */
export interface Drawable {
  readonly dataUrl: string;
  readonly width: number;
  readonly height: number;
}
