import type { OfficeContentNode } from 'officeparser';

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
