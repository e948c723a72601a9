import type { ContentsEntry } from '../contents.ts';

/** The headings so far: each is a part of the last one with a higher rank. */
export class Outline {
  readonly entries: ContentsEntry[] = [];
  readonly #open: ContentsEntry[] = [];
  readonly #ids = new Set<string>();

  /** The anchor as the id of a heading, or another id if there is none, or it isn't unique. */
  idOf(anchor: string | undefined): string {
    const id = anchor === undefined || this.#ids.has(anchor) ? `heading ${this.#ids.size}` : anchor;
    this.#ids.add(id);
    return id;
  }

  /** Adds a heading, and returns its place in pdfmake's terms. */
  add(entry: ContentsEntry): { readonly outlineParentId: string } | undefined {
    while ((this.#open.at(-1)?.level ?? 0) >= entry.level) this.#open.pop();
    const parent = this.#open.at(-1);
    this.#open.push(entry);
    this.entries.push(entry);
    return parent && { outlineParentId: parent.id };
  }
}
