import type { OfficeAttachment, OfficeContentNode } from 'officeparser';
import type { Content } from 'pdfmake/interfaces.js';
import type { Notes } from './notes.ts';
import type { Typesetter } from './typesetter.ts';

export const bodySize = 10.5;

/** What stays the same wherever on the pages something is set. Lengths are points. */
export interface Page {
  readonly typesetter: Typesetter;
  readonly notes: Notes;
  /** The names that links within the document lead to. */
  readonly anchors: ReadonlySet<string>;
  readonly attachments: ReadonlyMap<string, OfficeAttachment>;
  /** The pictures that are on the pages, under the names that pdfmake finds them by. */
  readonly pictures: Map<string, string>;
  /** What the margins leave of a page. */
  readonly height: number;
  readonly withPictures: boolean;
}

/** Sets what fills a box `width` points wide, as a cell or an item of a list. */
export type SetBox = (nodes: readonly OfficeContentNode[], page: Page, width: number) => Promise<Content[]>;
