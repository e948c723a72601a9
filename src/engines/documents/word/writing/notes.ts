import type { Element, Root } from 'hast';
import { elementsIn, textIn, textProperty } from '../../tree/document.ts';
import type { Bookmarks } from './links.ts';
import type { Look } from '../../tree/runs.ts';
import { field, textRun } from './runs.ts';

/** The footnotes of a Word document, in the order of the first references to them. */
export class Notes {
  readonly #bookmarks: Bookmarks;
  /** The ids of notes with several references. */
  readonly #repeated = new Set<string>();
  readonly #numbers = new Map<string, number>();
  readonly #written: string[] = [];

  constructor(root: Root, bookmarks: Bookmarks) {
    this.#bookmarks = bookmarks;
    const ids = new Set<string>();
    for (const node of elementsIn(root)) {
      const id = node.tagName === 'footnote' ? textProperty(node, 'id') : undefined;
      if (id !== undefined) (ids.has(id) ? this.#repeated : ids).add(id);
    }
  }

  get isEmpty(): boolean {
    return this.#written.length === 0;
  }

  /** Writes a reference to a note. `write` writes the blocks of a note that is new. */
  reference(note: Element, write: () => string): string {
    const id = textProperty(note, 'id') ?? '';
    const known = this.#numbers.get(id);
    // A second mark for a note would be a second note in Word, so this one shows the number of the first.
    if (known !== undefined)
      return field(`NOTEREF ${bookmarkOf(known)} \\f \\h`, markRun(`<w:t>${known}</w:t>`));
    const number = this.#written.push('');
    if (this.#repeated.has(id)) this.#numbers.set(id, number);
    this.#written[number - 1] = `<w:footnote w:id="${number}">${write()}</w:footnote>`;
    const mark = markRun(`<w:footnoteReference w:id="${number}"/>`);
    return this.#repeated.has(id) ? this.#bookmarks.around(bookmarkOf(number), mark) : mark;
  }

  /** Writes the content of the part with the notes, which begins with the lines above them. */
  toXml(): string {
    const lines = ['separator', 'continuationSeparator'].map(
      (type, index) =>
        `<w:footnote w:type="${type}" w:id="${index - 1}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`,
    );
    return `${lines.join('')}${this.#written.join('')}`;
  }
}

/** The mark before the text of a note. */
export const noteMark = `${markRun('<w:footnoteRef/>')}<w:r><w:t xml:space="preserve"> </w:t></w:r>`;

/** Writes a note within a note, which Word doesn't support, in parentheses. */
export function nestedNote({ children }: Element, look: Look): string {
  return textRun(` (${children.map(textIn).join(' ')})`, look);
}

function markRun(content: string): string {
  return `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr>${content}</w:r>`;
}

function bookmarkOf(number: number): string {
  return `_RefNote${number}`;
}
