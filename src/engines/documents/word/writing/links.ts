import type { Root } from 'hast';
import { percentDecoded } from '../../../../util/text.ts';
import { safeAddress, schemeOf } from '../../tree/addresses.ts';
import { type ContentsEntry, headingLevel } from '../../tree/contents.ts';
import { elementsIn, textProperty } from '../../tree/document.ts';
import { xmlText } from '../../xmlTree.ts';

const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006/relationships';
const maxNameLength = 40;

/** The files and addresses that a part of a Word document refers to. */
export class Relationships {
  readonly #ids = new Map<string, string>();

  /** Returns the id of a relationship, such as one of the type `image` with a file of the document. */
  add(type: string, target: string, isExternal = false): string {
    const mode = isExternal ? ' TargetMode="External"' : '';
    const types = type.startsWith('metadata/') ? packageTypes : officeTypes;
    const content = `Type="${types}/${type}" Target="${xmlText(target)}"${mode}`;
    const id = this.#ids.get(content) ?? `rId${this.#ids.size + 1}`;
    this.#ids.set(content, id);
    return id;
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  /** Writes the relationships as the part that belongs to this part. */
  toXml(): string {
    const all = Array.from(this.#ids, ([content, id]) => `<Relationship Id="${id}" ${content}/>`);
    return `<Relationships xmlns="${packageTypes}">${all.join('')}</Relationships>`;
  }
}

/** Returns a safe address as Word requires it, since Word rejects a whole document for one invalid address. */
export function wordAddress(href: string): string | undefined {
  const address = safeAddress(href.toWellFormed().trim());
  if (address === undefined || address === '' || /^[\\/]{2}/.test(address)) return undefined;
  if (schemeOf(address)?.startsWith('http') === true && !URL.canParse(address)) return undefined;
  return encodeURI(address).replaceAll(/%25([0-9a-f]{2})/gi, '%$1');
}

/** The bookmarks of a document: for its headings, and for other elements that a link leads to. */
export class Bookmarks {
  readonly #names = new Map<string, string[]>();
  readonly #used = new Set<string>();
  readonly #suffixes = new Map<string, number>();
  #count = 0;

  /** @param contents the headings in the table of contents, which have a second bookmark, as Word gives them */
  constructor(root: Root, contents: readonly ContentsEntry[]) {
    const hrefs = new Set<string>();
    for (const node of elementsIn(root)) {
      const href = textProperty(node, 'href') ?? '';
      if (href.startsWith('#')) hrefs.add(href.slice(1)).add(percentDecoded(href.slice(1)));
    }
    for (const node of elementsIn(root)) {
      const id = node.tagName === 'footnote' ? undefined : textProperty(node, 'id');
      if (id === undefined || this.#names.has(id)) continue;
      if (hrefs.has(id) || headingLevel(node.tagName) !== undefined) this.#names.set(id, [this.#newName(id)]);
    }
    for (const [index, { id }] of contents.entries()) this.#names.get(id)?.push(contentsBookmark(index));
  }

  /** Returns the name of the bookmark that a link within the document leads to. */
  nameFor(href: string): string | undefined {
    const id = href.slice(1);
    return (this.#names.get(id) ?? this.#names.get(percentDecoded(id)))?.[0];
  }

  /** Writes the bookmarks of an element with this id. */
  of(id: string): string {
    return (this.#names.get(id) ?? []).map((name) => this.around(name, '')).join('');
  }

  /** Writes a bookmark with its content. */
  around(name: string, content: string): string {
    const id = this.#count;
    this.#count += 1;
    return `<w:bookmarkStart w:id="${id}" w:name="${xmlText(name)}"/>${content}<w:bookmarkEnd w:id="${id}"/>`;
  }

  /** Word's names consist of letters, digits, and some signs. They differ by more than their case. */
  #newName(id: string): string {
    const plain = id.replaceAll(/[^\p{L}\p{M}\p{N}_.-]/gu, '_');
    const base = (/^\p{L}/u.test(plain) ? plain : `n${plain}`).slice(0, maxNameLength).toWellFormed();
    let name = base;
    while (this.#used.has(name.toLowerCase())) {
      const number = (this.#suffixes.get(base) ?? 1) + 1;
      this.#suffixes.set(base, number);
      const suffix = `_${number}`;
      name = `${base.slice(0, maxNameLength - suffix.length)}${suffix}`;
    }
    this.#used.add(name.toLowerCase());
    return name;
  }
}

/** The name of the bookmark at an entry of the table of contents. */
export function contentsBookmark(index: number): string {
  return `_Toc${index + 1}`;
}
