import type { OfficeContentNode } from 'officeparser';

/** The notes of a document, which stand at its end in the order in which they are referred to. */
export class Notes {
  readonly #notes: OfficeContentNode[] = [];

  /** Takes a note, and tells the number that stands where it is referred to. */
  mark(note: OfficeContentNode): string {
    const at = this.#notes.indexOf(note);
    return String(at >= 0 ? at + 1 : this.#notes.push(note));
  }

  /** Notes may have notes of their own, which come while these are set. */
  *[Symbol.iterator](): Generator<readonly [number: string, note: OfficeContentNode]> {
    for (let index = 0; index < this.#notes.length; index += 1) {
      const note = this.#notes[index];
      if (note) yield [String(index + 1), note];
    }
  }
}
