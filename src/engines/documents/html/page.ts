import type { Element, ElementContent, Properties, RootContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { wordsIn } from '../../../util/text.ts';
import { type HighlightedCode, languageOf } from '../tree/code.ts';
import {
  childElements,
  type Document,
  element,
  elementsIn,
  formulaOf,
  hasClass,
  isNamed,
  textIn,
  textProperty,
} from '../tree/document.ts';
import { numberingOf } from '../tree/items.ts';
import { attributesOf, integer, usualSizeOf } from './pageAttributes.ts';
import { isBlock } from './pageMarkup.ts';

/** How a page or a book shows what isn't text. */
export interface Surroundings {
  /** MathML by the elements of the formulas. */
  readonly formulas: ReadonlyMap<Element, string>;
  readonly code: HighlightedCode;
  /** Returns the address of a picture, or `undefined` to show its description. Without it, pictures are left out. */
  readonly pictureAddress?: ((source: string) => string | undefined) | undefined;
  /** Returns the address of a link, or `undefined` to show only its text. */
  readonly linkAddress: (address: string) => string | undefined;
  /** True for a book, whose notes have the types that reading systems support, and whose details are open. */
  readonly isBook: boolean;
}

interface Note {
  readonly number: number;
  readonly id: string;
  readonly footnote: Element;
  readonly references: string[];
}

/** The elements of pages. All others are written as their content. */
const elements = wordsIn(
  'a abbr b blockquote br cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ol p pre rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr',
);
/** Elements that are written as their content if they have no attributes. */
const wrappers: ReadonlySet<string> = new Set(['a', 'div', 'section', 'span']);
/** Elements that are left out if they become empty, such as paragraphs of pictures. */
const textual: ReadonlySet<string> = new Set(['figure', 'figcaption', 'p']);

/**
 * Makes the content of a page from a document. It has only elements and attributes that are listed here, by the names
 * of the attributes. Footnotes become links to the notes.
 */
export class PageContent {
  readonly #surroundings: Surroundings;
  readonly #reservedIds: ReadonlySet<string>;
  readonly #usualSize: number | undefined;
  readonly #usedIds = new Set<string>();
  readonly #notes = new Map<string, Note>();
  #pendingNotes: Note[] = [];
  #isInLink = false;

  constructor({ root }: Document, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    const named = [...elementsIn(root)].filter(({ tagName }) => tagName !== 'footnote');
    this.#usualSize = usualSizeOf(root);
    this.#reservedIds = new Set(named.map((node) => textProperty(node, 'id') ?? ''));
  }

  /** Returns the content that shows these nodes. */
  of(nodes: readonly RootContent[]): ElementContent[] {
    return nodes.flatMap((node, at) => {
      if (node.type === 'text') return node.value === '' ? [] : [{ type: 'text', value: node.value }];
      if (node.type !== 'element') return [];
      const shown = this.#shown(node);
      const next = nodes[at + 1];
      const needsSpace = node.tagName === 'input' && next?.type === 'text' && !next.value.startsWith(' ');
      return needsSpace ? [...shown, { type: 'text', value: ' ' }] : shown;
    });
  }

  /** Returns the notes to which the content since the last call refers, as a section, if there are any. */
  notes(): Element | undefined {
    if (this.#pendingNotes.length === 0) return undefined;
    const { isBook } = this.#surroundings;
    const made: Element[] = [];
    // Notes may refer to other notes, which are added to the list.
    for (const note of this.#pendingNotes)
      made.push(isBook ? this.#noteOfBook(note) : this.#noteOfPage(note));
    this.#pendingNotes = [];
    if (isBook) return element('section', { class: 'footnotes', 'epub:type': 'footnotes' }, made);
    const list = element('ol', {}, made);
    return element('section', { class: 'footnotes', role: 'doc-endnotes', 'data-footnotes': true }, [list]);
  }

  /** Makes a note with links to its references at the end, as GitHub has them. */
  #noteOfPage({ id, footnote, references }: Note): Element {
    const content = this.of(footnote.children);
    const last = content.at(-1);
    const links = references.flatMap((reference, at): (ElementContent | string)[] => {
      const number = at === 0 ? [] : [element('sup', {}, [`${at + 1}`])];
      return [' ', element('a', { href: `#${reference}`, role: 'doc-backlink' }, ['↩', ...number])];
    });
    const { children } = element('p', {}, links);
    if (isNamed(last, 'p')) last.children = [...last.children, ...children];
    else if (last === undefined || isBlock(last)) content.push(element('p', {}, children.slice(1)));
    else return element('li', { id }, [...content, ...children]);
    return element('li', { id }, content);
  }

  /** Makes a note in the form that reading systems show in a window of its own. */
  #noteOfBook({ id, number, footnote, references: [reference] }: Note): Element {
    const content = this.of(footnote.children);
    const link = element('a', { href: `#${reference}`, role: 'doc-backlink' }, [`${number}`]);
    const [first] = content;
    const { children } = element('p', {}, [link, ' ']);
    if (isNamed(first, 'p')) first.children.unshift(...children);
    else if (first === undefined || isBlock(first)) content.unshift(element('p', {}, [link]));
    else content.unshift(...children);
    return element('aside', { id, 'epub:type': 'footnote', role: 'doc-footnote' }, content);
  }

  #shown(node: Element): ElementContent[] {
    const formula = this.#surroundings.formulas.get(node);
    if (formula !== undefined) return [...this.#place(node), { type: 'raw', value: formula }];
    switch (node.tagName) {
      case 'footnote':
        return [this.#reference(node)];
      case 'a':
        return this.#link(node);
      case 'img':
        return this.#picture(node);
      case 'input':
        if (node.properties['type'] !== 'checkbox') return [];
        return [element('input', { type: 'checkbox', ...this.#properties(node), disabled: true })];
      case 'pre':
        return [element('pre', this.#properties(node), [this.#code(node)])];
      case 'table':
        return [element('table', this.#properties(node), this.#sections(node))];
      case 'ol':
      case 'ul':
        return [this.#list(node)];
      case 'details':
        if (!this.#surroundings.isBook) return this.#other(node);
        return [element('details', { ...this.#properties(node), open: true }, this.of(node.children))];
      case 'br':
      case 'hr':
      case 'wbr':
        return [element(node.tagName, this.#properties(node))];
      default:
        return this.#other(node);
    }
  }

  #other(node: Element): ElementContent[] {
    const properties = this.#properties(node);
    const children = this.of(node.children);
    const isEmpty = Object.keys(properties).length === 0;
    if (!elements.has(node.tagName)) return children;
    if (isEmpty && textual.has(node.tagName) && children.length === 0) return [];
    if (!isEmpty || !wrappers.has(node.tagName)) {
      const isTitle = node.tagName === 'p' && hasClass(node, 'title');
      return [element(isTitle ? 'h1' : node.tagName, properties, children)];
    }
    const isBlockOfText = isBlock(node) && children.length > 0 && !children.some(isBlock);
    return isBlockOfText ? [element('p', {}, children)] : children;
  }

  #properties(node: Element): Properties {
    return { ...this.#id(node), ...attributesOf(node, this.#usualSize) };
  }

  /** Returns the element's id, which must be valid and the only one of its name. */
  #id(node: Element): Properties {
    const id = textProperty(node, 'id');
    if (id === undefined || !/^\S+$/.test(id) || this.#usedIds.has(id)) return {};
    this.#usedIds.add(id);
    return { id };
  }

  /** Returns an element with the id of one that has no place for it. */
  #place(node: Element): Element[] {
    const id = this.#id(node);
    return id['id'] === undefined ? [] : [element('span', id)];
  }

  #newId(wanted: string): string {
    let id = wanted;
    while (this.#reservedIds.has(id)) id += '-';
    return id;
  }

  #reference(footnote: Element): Element {
    const key = textProperty(footnote, 'id') ?? `${this.#notes.size}`;
    let note = this.#notes.get(key);
    if (note === undefined) {
      const number = this.#notes.size + 1;
      note = { number, id: this.#newId(`fn-${number}`), footnote, references: [] };
      this.#notes.set(key, note);
      this.#pendingNotes.push(note);
    }
    const count = note.references.length;
    const id = this.#newId(`fnref-${note.number}${count === 0 ? '' : `-${count + 1}`}`);
    note.references.push(id);
    const type = this.#surroundings.isBook ? { 'epub:type': 'noteref' } : { 'data-footnote-ref': true };
    const link = { href: `#${note.id}`, id, role: 'doc-noteref', ...type };
    const number = `${note.number}`;
    return element('sup', {}, [
      this.#isInLink ? element('span', { id }, [number]) : element('a', link, [number]),
    ]);
  }

  #link(node: Element): ElementContent[] {
    const address = this.#isInLink ? undefined : textProperty(node, 'href');
    const href = address && this.#surroundings.linkAddress(address);
    if (href === undefined || href === '') return this.#other(node);
    const properties = { href, ...this.#properties(node) };
    this.#isInLink = true;
    const children = this.of(node.children);
    this.#isInLink = false;
    // Nobody sees a link whose picture is left out.
    return children.length === 0 && !('id' in properties) ? [] : [element('a', properties, children)];
  }

  #picture(node: Element): ElementContent[] {
    const { pictureAddress, linkAddress, isBook } = this.#surroundings;
    if (pictureAddress === undefined) return [];
    const source = textProperty(node, 'src') ?? '';
    const src = pictureAddress(source);
    const alt = textProperty(node, 'alt') ?? '';
    if (src !== undefined) return [element('img', { src, alt, ...this.#properties(node) })];
    const href = /^https?:/i.test(source) && !this.#isInLink ? linkAddress(source) : undefined;
    const text = alt === '' && isBook ? source : alt;
    return href === undefined ? this.of([{ type: 'text', value: text }]) : [element('a', { href }, [text])];
  }

  #code(pre: Element): Element {
    const [only] = pre.children;
    const code = isNamed(only, 'code') ? only : pre;
    if (formulaOf(pre) !== undefined) return element('code', {}, [textIn(code)]);
    const language = languageOf(pre);
    const name = language === undefined || !/^\S+$/.test(language) ? undefined : `language-${language}`;
    const tokens = this.#surroundings.code.get(pre);
    const content = tokens?.map(({ text, kind }) =>
      kind === undefined ? text : element('span', { class: `hljs-${kind}` }, [text]),
    );
    return element('code', { class: name }, content ?? this.of(code.children));
  }

  /** Writes lists with their numbers, or with labels in their text if browsers don't have such numbers. */
  #list(node: Element): Element {
    const properties = this.#properties(node);
    const items = childElements(node);
    const { type, start, prefix, suffix } = numberingOf(node);
    const isNumbered = node.tagName === 'ol' && type !== 'none' && prefix === '' && suffix === '.';
    if (isNumbered && type !== '1') properties['type'] = type;
    if (isNumbered && start > 1) properties['start'] = `${start}`;
    const labels = items.map((item) => (isNumbered ? undefined : textProperty(item, 'dataLabel')));
    const isLabeled = labels.length > 0 && labels.every((label) => label !== undefined);
    let number = Number(properties['start'] ?? 1);
    const children = items.flatMap((item, at) => {
      const [made, ...others] = this.#shown(item);
      const label = labels[at];
      if (made?.type !== 'element') return [];
      if (label !== undefined) {
        const [first] = made.children;
        const place = isNamed(first, 'p') ? first : made;
        place.children.unshift({ type: 'text', value: label });
        if (!isLabeled) made.properties['style'] = 'list-style: none';
      }
      const value =
        node.tagName === 'ol' ? integer(-1e9, 1e9)(ownValue(item.properties, 'value')) : undefined;
      if (value !== undefined && value !== number) made.properties['value'] = `${value}`;
      number = (value ?? number) + ('reversed' in properties ? -1 : 1);
      return [made, ...others];
    });
    if (isLabeled) properties['style'] = 'list-style: none';
    return element(node.tagName, properties, children);
  }

  /** Returns the sections of a table. Without a head, the first rows are its head if all their cells are headers. */
  #sections(table: Element): Element[] {
    const sections: Element[] = [];
    for (const child of this.of(table.children)) {
      if (child.type !== 'element') continue;
      const last = sections.at(-1);
      if (child.tagName !== 'tr') sections.push(child);
      else if (last?.tagName === 'tbody') last.children.push(child);
      else sections.push(element('tbody', {}, [child]));
    }
    const [first, ...others] = sections;
    if (first?.tagName !== 'tbody') return sections;
    const count = first.children.findIndex((row) => !isHeaderRow(row));
    const rows = first.children.splice(0, count < 0 ? first.children.length : count);
    const head = rows.length === 0 ? [] : [element('thead', {}, rows)];
    return [...head, ...(first.children.length === 0 ? [] : [first]), ...others];
  }
}

function isHeaderRow(row: ElementContent): boolean {
  return 'children' in row && row.children.every((cell) => 'tagName' in cell && cell.tagName === 'th');
}
