import type { Element } from 'hast';
import { textProperty } from './document.ts';

/** The notes of a document, in the order of the first references to them. */
export class Notes {
  readonly #numbers = new Map<string, number>();
  readonly #notes: Element[] = [];

  /** Returns the number of a note, which is new unless an earlier reference has the same id. */
  numberOf(note: Element): number {
    const id = textProperty(note, 'id') ?? `note ${this.#notes.length}`;
    const number = this.#numbers.get(id) ?? this.#notes.push(note);
    this.#numbers.set(id, number);
    return number;
  }

  get size(): number {
    return this.#notes.length;
  }

  /** Iterates over all notes, including notes within notes, which are added during the iteration. */
  *[Symbol.iterator](): Generator<readonly [number: number, note: Element]> {
    for (const [index, note] of this.#notes.entries()) yield [index + 1, note];
  }
}
