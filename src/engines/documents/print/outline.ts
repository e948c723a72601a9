import type { ContentsEntry } from '../contents.ts';

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
