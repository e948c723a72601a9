import path from 'node:path';
import { Parser } from 'htmlparser2';
import { own } from '../../util/own.ts';
import { percentDecoded } from '../../util/text.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';
import { type Edit, edited } from './visibleHtml.ts';

const idAttribute = /(\sid\s*)=\s*(?:"[^"]*"|'[^']*')/;
const hrefAttribute = /(\shref\s*)=\s*(?:"[^"]*"|'[^']*')/;

interface Chapter {
  /** The id of the chapter's beginning. */
  readonly start: string;
  readonly ids: ReadonlySet<string>;
}

/** The links between a book's chapters, which become links inside one document. */
export class BookLinks {
  readonly #chapters = new Map<string, Chapter>();
  /** Ids that several chapters have. */
  readonly #shared = new Set<string>();

  /** @param texts the chapters, by file name */
  constructor(texts: ReadonlyMap<string, string>) {
    const seen = new Set<string>();
    for (const [name, text] of texts) {
      const ids = idsIn(text);
      for (const id of ids) (seen.has(id) ? this.#shared : seen).add(id);
      this.#chapters.set(name, { start: `chapter-${this.#chapters.size + 1}`, ids });
    }
  }

  /** Returns a chapter in which ids are unique in the book, and links to chapters lead to ids. */
  inDocument(text: string, name: string): string {
    const chapter = this.#chapters.get(name);
    if (chapter === undefined) return text;
    const edits: Edit[] = [];
    const parser = new Parser(
      {
        onopentag: (element, attributes) => {
          const [start, end] = [parser.startIndex, parser.endIndex + 1];
          const tag = text.slice(start, end);
          const id = own(attributes, 'id');
          const href = element === 'a' ? own(attributes, 'href') : undefined;
          const target = href === undefined ? undefined : this.#targetOf(href, name);
          let changed = tag;
          if (id !== undefined) changed = withAttribute(changed, idAttribute, this.#idIn(chapter, id));
          if (target !== undefined) changed = withAttribute(changed, hrefAttribute, `#${target}`);
          if (element === 'body') changed += `<a id="${chapter.start}"></a>`;
          if (changed !== tag) edits.push({ start, end, text: changed });
        },
      },
      { xmlMode: true },
    );
    parser.end(text);
    return edited(text, edits);
  }

  #targetOf(href: string, from: string): string | undefined {
    if (/^(?:[a-z][\w+.-]*:|\/)/i.test(href)) return undefined;
    const [file = '', id = ''] = href.split('#', 2).map(percentDecoded);
    const name = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
    const chapter = this.#chapters.get(name);
    return chapter && (chapter.ids.has(id) ? this.#idIn(chapter, id) : chapter.start);
  }

  #idIn({ start }: Chapter, id: string): string {
    return this.#shared.has(id) ? `${start}-${id}` : id;
  }
}

function idsIn(text: string): Set<string> {
  const ids = new Set<string>();
  const parser = new Parser(
    {
      onattribute: (name, value) => {
        if (name === 'id') ids.add(value);
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return ids;
}

function withAttribute(tag: string, attribute: RegExp, value: string): string {
  return tag.replace(attribute, (_, name: string) => `${name}="${escapeMarkup(value)}"`);
}
