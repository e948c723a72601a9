import type { OfficeAttachment, OfficeContentNode } from 'officeparser';
import type { PageOrientation, PredefinedPageSize } from 'pdfmake/interfaces.js';
import { defaultPaper, papers, pointsPerMillimetre } from '../../lib/paper.ts';
import type { HighlightedCode } from '../codeHighlighting.ts';
import type { ContentsEntry } from '../contents.ts';
import type { DocumentOptions } from '../documents.ts';
import type { FormulaDrawing } from '../formulaTypesetter.ts';
import type { Typesetter } from './typesetter.ts';

/** The style of printed pages. Lengths are in points. */
interface PrintTheme {
  readonly bodySize: number;
  readonly codeSize: number;
  readonly tableSize: number;
  readonly noteSize: number;
  /** The line spacing, as a multiple of the font's own line height. */
  readonly lineHeight: number;
  readonly paragraphGap: number;
  readonly headingSizes: readonly number[];
  /** The space above a heading, as a multiple of its font size. */
  readonly headingGap: number;
  readonly cellPadding: number;
}

export const printThemes = {
  standard: {
    bodySize: 10.5,
    codeSize: 8.5,
    tableSize: 9.5,
    noteSize: 8.5,
    lineHeight: 1.06,
    paragraphGap: 8,
    headingSizes: [22, 16, 13, 11.5, 10.5, 10.5],
    headingGap: 0.95,
    cellPadding: 3.5,
  },
  compact: {
    bodySize: 9,
    codeSize: 7.5,
    tableSize: 8.5,
    noteSize: 7.5,
    lineHeight: 0.98,
    paragraphGap: 5,
    headingSizes: [16, 12.5, 11, 10, 9, 9],
    headingGap: 0.7,
    cellPadding: 2,
  },
} as const satisfies Readonly<Record<string, PrintTheme>>;

export const colors = {
  heading: '#1a1a1a',
  link: '#0b57d0',
  quiet: '#5f6368',
  line: '#c8ccd1',
  strongLine: '#80868b',
  codeFill: '#f6f7f9',
} as const;

/** The paper, and its size without the margins. Lengths are in points. */
interface Sheet {
  readonly pageSize: PredefinedPageSize;
  readonly orientation: PageOrientation;
  readonly margin: number;
  readonly width: number;
  readonly height: number;
}

export function sheetOf({
  pageSize = defaultPaper.pageSize,
  orientation = defaultPaper.orientation,
  margin = defaultPaper.margin,
}: DocumentOptions): Sheet {
  const [short, long] = papers[pageSize];
  const side = margin * pointsPerMillimetre;
  const [width, height] = orientation === 'landscape' ? [long, short] : [short, long];
  return {
    pageSize: pageSize === 'Letter' ? 'LETTER' : pageSize === 'Legal' ? 'LEGAL' : pageSize,
    orientation,
    margin: side,
    width: width - 2 * side,
    height: height - 2 * side,
  };
}

/** The headings so far, as an outline: each heading belongs to the last one of a higher rank. */
export class Outline {
  readonly entries: ContentsEntry[] = [];
  readonly #open: ContentsEntry[] = [];
  readonly #ids = new Set<string>();

  /** Returns a heading's anchor as its id, or a new id if the anchor is missing or not unique. */
  idOf(anchor: string | undefined): string {
    const id = anchor === undefined || this.#ids.has(anchor) ? `heading ${this.#ids.size}` : anchor;
    this.#ids.add(id);
    return id;
  }

  /** Adds a heading and returns its parent in pdfmake's format. */
  add(entry: ContentsEntry): { readonly outlineParentId: string } | undefined {
    while ((this.#open.at(-1)?.level ?? 0) >= entry.level) this.#open.pop();
    const parent = this.#open.at(-1);
    this.#open.push(entry);
    this.entries.push(entry);
    return parent && { outlineParentId: parent.id };
  }
}

/** The notes printed at the end of a document, in the order of their references. */
export class Notes {
  readonly #notes: OfficeContentNode[] = [];

  /** Adds a note and returns the number for its reference. */
  mark(note: OfficeContentNode): string {
    const at = this.#notes.indexOf(note);
    return String(at >= 0 ? at + 1 : this.#notes.push(note));
  }

  /** Iterates over all notes, including notes within notes, which are added during the iteration. */
  *[Symbol.iterator](): Generator<readonly [number: string, note: OfficeContentNode]> {
    for (let index = 0; index < this.#notes.length; index += 1) {
      const note = this.#notes[index];
      if (note) yield [String(index + 1), note];
    }
  }
}

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

/** A picture for pdfmake, with the size of its source in pixels. */
export interface Drawable {
  readonly dataUrl: string;
  readonly width: number;
  readonly height: number;
}
