import { own } from '../../util/own.ts';
import { damaged, isConversionError } from '../api/conversionError.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';
import { withoutPrefix } from '../lib/markup.ts';
import { PictureRepeats } from './expansionLimits.ts';
import { parseElement, type XmlElement } from './xmlTree.ts';

/** FictionBook 2 elements with their equivalents in HTML. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ['p', 'p'],
  ['strong', 'strong'],
  ['emphasis', 'em'],
  ['strikethrough', 's'],
  ['sub', 'sub'],
  ['sup', 'sup'],
  ['code', 'code'],
  ['cite', 'blockquote'],
  ['epigraph', 'blockquote'],
  ['poem', 'blockquote'],
  ['annotation', 'blockquote'],
  ['stanza', 'p'],
  ['text-author', 'p'],
  ['subtitle', 'p'],
  ['table', 'table'],
  ['tr', 'tr'],
  ['th', 'th'],
  ['td', 'td'],
]);
const cellAttributes = ['colspan', 'rowspan', 'align'] as const;
const deepestHeading = 6;

/** Converts a FictionBook 2 file to an HTML page with embedded pictures. @throws ConversionError */
export function htmlOfFictionBook(xml: string): string {
  const book = new BookReader();
  try {
    book.read(parseElement(xml));
  } catch (error) {
    throw isConversionError(error) ? error : damaged('book', error);
  }
  return book.html();
}

/**
 * Writes HTML while it reads the book. The pictures come last in the file, so placeholders for them are filled in at
 * the end.
 */
class BookReader {
  readonly #html: string[] = [];
  readonly #pictures = new Map<string, string>();
  readonly #open: string[] = [];
  #title = '';
  #language = '';
  #depth = 0;
  #binary: { id: string; type: string; base64: string[] } | undefined;

  read({ name: fullName, attributes, children }: XmlElement): void {
    const name = withoutPrefix(fullName);
    this.#enter(name, attributes);
    for (const child of children) {
      if (typeof child === 'string') this.#text(child);
      else this.read(child);
    }
    this.#leave(name);
  }

  #enter(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#open.push(name);
    if (name === 'binary') {
      this.#binary = { id: attributes['id'] ?? '', type: attributes['content-type'] ?? '', base64: [] };
    } else if (name === 'image') this.#image(attributes);
    if (!this.#open.includes('body')) return;
    if (name === 'section') {
      this.#depth += 1;
      if (attributes['id'] !== undefined) this.#html.push(`<a id="${escapeMarkup(attributes['id'])}"></a>`);
    } else if (name === 'title') this.#html.push(`<h${this.#level}>`);
    else if (name === 'a') this.#html.push(`<a href="${escapeMarkup(linkIn(attributes))}">`);
    else if (sameAs.has(name) && !(name === 'p' && this.#isIn('title'))) {
      const kept = cellAttributes.filter((each) => attributes[each] !== undefined);
      const cell = kept.map((each) => ` ${each}="${escapeMarkup(attributes[each] ?? '')}"`);
      this.#html.push(`<${sameAs.get(name)}${cell.join('')}>`);
    }
  }

  #leave(name: string): void {
    this.#open.pop();
    if (name === 'binary' && this.#binary) {
      const { id, type, base64 } = this.#binary;
      this.#pictures.set(id, `data:${type};base64,${base64.join('').replaceAll(/\s/g, '')}`);
      this.#binary = undefined;
    }
    if (!this.#open.includes('body')) return;
    if (name === 'section') this.#depth -= 1;
    else if (name === 'title') this.#html.push(`</h${this.#level}>\n`);
    else if (name === 'p' && this.#isIn('title')) this.#html.push(' ');
    else if (name === 'v') this.#html.push('<br>');
    else if (name === 'a') this.#html.push('</a>');
    else if (sameAs.has(name)) this.#html.push(`</${sameAs.get(name)}>`);
  }

  #text(text: string): void {
    const name = this.#open.at(-1);
    if (this.#binary) this.#binary.base64.push(text);
    else if (this.#open.includes('body')) this.#html.push(escapeMarkup(text));
    else if (name === 'book-title' && this.#isIn('title-info')) this.#title += text;
    else if (name === 'lang' && this.#isIn('title-info')) this.#language += text;
  }

  /** @throws ConversionError if a picture is repeated too often */
  html(): string {
    const repeats = new PictureRepeats();
    const filled = this.#html.map((piece) => {
      if (!piece.startsWith(placeStart)) return piece;
      const id = piece.slice(placeStart.length);
      const picture = this.#pictures.get(id) ?? '';
      repeats.count(id, picture);
      return picture;
    });
    const head = `<head><meta charset="utf-8"><title>${escapeMarkup(this.#title)}</title></head>`;
    return `<!DOCTYPE html><html lang="${escapeMarkup(this.#language)}">${head}<body>${filled.join('')}</body></html>`;
  }

  get #level(): number {
    return Math.min(Math.max(this.#depth, 1), deepestHeading);
  }

  #isIn(name: string): boolean {
    return this.#open.includes(name);
  }

  #image(attributes: Readonly<Record<string, string>>): void {
    const id = linkIn(attributes).replace(/^#/, '');
    this.#html.push(`<img alt="${escapeMarkup(attributes['alt'] ?? '')}" src="`, `${placeStart}${id}`, '">');
  }
}

/** A marker for placeholders. XML can't contain this character, so the book's text can't contain a placeholder. */
const placeStart = '\0';

/** Returns the address from an XLink attribute, whose prefix varies. */
function linkIn(attributes: Readonly<Record<string, string>>): string {
  const name = Object.keys(attributes).find((each) => withoutPrefix(each) === 'href');
  return name === undefined ? '' : (own(attributes, name) ?? '');
}
