import type { Element } from 'hast';
import type { FormulaDrawing } from '../formulaTypesetter.ts';
import type { HighlightedCode } from '../tree/code.ts';
import type { ContentsEntry } from '../tree/contents.ts';
import type { Notes } from '../tree/notes.ts';
import type { SizedPicture } from '../tree/sizedPictures.ts';
import type { Grids } from '../tree/tables.ts';
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
  mark: '#fff3b0',
} as const;

/** The layout of a table without rules, and without space at its sides. */
export const bareLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
} as const;

/** The headings so far, as an outline: each heading belongs to the last one of a higher rank. */
export class Outline {
  readonly entries: ContentsEntry[] = [];
  readonly #open: ContentsEntry[] = [];

  /** Adds a heading. Returns its id and its parent in pdfmake's format. */
  add(level: number, text: string): { readonly id: string; readonly outlineParentId?: string } {
    // pdfmake looks ids up as names of properties, so the ids of headings, such as `length`, aren't safe.
    const entry = { id: `heading ${this.entries.length}`, level, text };
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    const parent = this.#open.at(-1);
    this.#open.push(entry);
    this.entries.push(entry);
    return { id: entry.id, ...(parent === undefined ? {} : { outlineParentId: parent.id }) };
  }
}

/** The places in a document that links lead to. */
export class Anchors {
  readonly #ids: ReadonlySet<string>;
  readonly #unplaced: Set<string>;
  #waiting: string[] = [];

  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
    this.#unplaced = new Set(this.#ids);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Places an id at the next line of text, unless an earlier element has it. */
  place(id: string | undefined): void {
    if (id !== undefined && this.#unplaced.delete(id)) this.#waiting.push(id);
  }

  /** Returns the ids to place at a line of text. */
  take(): readonly string[] {
    const taken = this.#waiting;
    if (taken.length > 0) this.#waiting = [];
    return taken;
  }
}

/** The settings and shared state for text on a page. Lengths are in points. */
export interface TextSurroundings {
  readonly typesetter: Typesetter;
  readonly look: PrintTheme;
  /** The font size of body text. */
  readonly size: number;
  /** The space to keep free below a block of text. */
  readonly below: number;
  /** True inside a table cell. pdfmake aligns the page breaks of cells, so only they are broken freely. */
  readonly isCell: boolean;
  readonly outline: Outline;
  readonly code: HighlightedCode;
  readonly formulas: ReadonlyMap<Element, FormulaDrawing>;
  readonly notes: Notes;
  readonly grids: Grids;
  readonly anchors: Anchors;
  /** The pictures on the pages, by their names in the document. */
  readonly pictures: ReadonlyMap<string, SizedPicture>;
  /** The width of a page without its margins. */
  readonly width: number;
  readonly height: number;
  readonly withPictures: boolean;
}

/** A link to a web page or to a place in the document. */
export type Link = { readonly link: string } | { readonly linkToDestination: string };

/** The font size of a heading. */
export function headingSize({ look, size }: TextSurroundings, level: number): number {
  return look.headingSizes[level - 1] ?? size;
}
