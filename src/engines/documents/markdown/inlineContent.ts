import type { Element, ElementContent, RootContent } from 'hast';
import type { BlockContent, FootnoteDefinition, PhrasingContent } from 'mdast';
import { ownValue } from '../../../util/ownValue.ts';
import { escapeMarkup } from '../../lib/escapeMarkup.ts';
import { type Document, formulaOf, type Picture, textIn, textProperty } from '../tree/document.ts';
import { Anchors } from './anchors.ts';
import { joined } from './inline.ts';

const signs: Readonly<Record<string, 'delete' | 'emphasis' | 'strong'>> = {
  strong: 'strong',
  b: 'strong',
  em: 'emphasis',
  i: 'emphasis',
  s: 'delete',
  del: 'delete',
};

/** Returns the address of a picture in the document, by its name there. */
export type PictureAddress = (name: string, picture: Picture) => string;

/** Converts the inline content of a document to that of Markdown, and collects its notes. */
export class InlineContent {
  /** The notes in the order of their first references. */
  readonly notes = new Map<string, FootnoteDefinition>();
  readonly #document: Document;
  readonly #addressOf: PictureAddress | undefined;
  readonly #anchors: Anchors;
  readonly #blocks: (nodes: readonly (ElementContent | RootContent)[]) => BlockContent[];
  /** The formatting around the content, of which none is repeated inside itself. */
  readonly #open = new Set<string>();

  /** Pictures are left out if they have no addresses. `blocks` converts the content of notes. */
  constructor(
    document: Document,
    addressOf: PictureAddress | undefined,
    blocks: (nodes: readonly (ElementContent | RootContent)[]) => BlockContent[],
  ) {
    this.#document = document;
    this.#addressOf = addressOf;
    this.#anchors = new Anchors(document.root);
    this.#blocks = blocks;
  }

  /** Converts content whose text has this formatting anyway. */
  readIn(kind: string, nodes: readonly ElementContent[]): PhrasingContent[] {
    this.#open.add(kind);
    const content = this.read(nodes);
    this.#open.delete(kind);
    return content;
  }

  /** Returns the anchor of an element, if links lead to it. */
  anchor(node: Element): PhrasingContent[] {
    const id = this.#anchors.idOf(node);
    return id === undefined ? [] : [{ type: 'html', value: `<a id="${escapeMarkup(id)}"></a>` }];
  }

  /** Converts content, in which adjacent content may look the same. */
  read(nodes: readonly ElementContent[]): PhrasingContent[] {
    return nodes.flatMap((node) => {
      if (node.type === 'text') return [{ type: 'text', value: node.value.replaceAll(/[\t\n\r]+/g, ' ') }];
      return node.type === 'element' ? [...this.anchor(node), ...this.#inlineElement(node)] : [];
    });
  }

  #inlineElement(node: Element): PhrasingContent[] {
    const { tagName, children } = node;
    const formula = formulaOf(node);
    if (formula !== undefined) {
      const value = formula.tex.replaceAll(/\s+/g, ' ').trim();
      return value === '' ? [] : [{ type: 'inlineMath', value }];
    }
    const type = ownValue(signs, tagName);
    if (type !== undefined)
      return this.#formatted(type, children, (content) => ({ type, children: content }));
    switch (tagName) {
      case 'br':
        return [{ type: 'break' }];
      case 'u':
      case 'sub':
      case 'sup':
      case 'mark':
        return this.#formatted(tagName, children, (content) => ({
          type: 'markup',
          tagName,
          children: content,
        }));
      case 'code': {
        const value = textIn(node).replaceAll(/[\t\n\r]+/g, ' ');
        return value === '' ? [{ type: 'text', value }] : [{ type: 'inlineCode', value }];
      }
      case 'a':
        return this.#link(node);
      case 'img':
        return this.#image(node);
      case 'input':
        return [];
      case 'footnote':
        return [this.#note(node)];
      default:
        return this.read(children);
    }
  }

  #formatted(
    kind: string,
    children: readonly ElementContent[],
    wrap: (content: PhrasingContent[]) => PhrasingContent,
  ): PhrasingContent[] {
    // Underlined links are links.
    if (this.#open.has(kind) || (kind === 'u' && this.#open.has('link'))) return this.read(children);
    return [wrap(this.readIn(kind, children))];
  }

  #link(node: Element): PhrasingContent[] {
    const url = this.#anchors.addressOf(node);
    if (url === undefined || url === '') return this.read(node.children);
    const title = textProperty(node, 'title');
    const links = this.#formatted('link', node.children, (content) => ({
      type: 'link',
      url,
      ...(title === undefined ? {} : { title }),
      children: joined(content),
    }));
    return links.filter((link) => link.type !== 'link' || link.children.length > 0);
  }

  #image(node: Element): PhrasingContent[] {
    if (this.#addressOf === undefined) return [];
    const src = textProperty(node, 'src') ?? '';
    const picture = this.#document.pictures.get(src);
    const url = picture === undefined ? src : this.#addressOf(src, picture);
    const title = textProperty(node, 'title');
    const alt = (textProperty(node, 'alt') ?? '').replaceAll(/\s+/g, ' ').trim();
    return url === '' ? [] : [{ type: 'image', url, alt, ...(title === undefined ? {} : { title }) }];
  }

  #note(node: Element): PhrasingContent {
    const id = textProperty(node, 'id') ?? `note ${this.notes.size}`;
    let note = this.notes.get(id);
    if (note === undefined) {
      const identifier = String(this.notes.size + 1);
      note = { type: 'footnoteDefinition', identifier, label: identifier, children: [] };
      this.notes.set(id, note);
      const open = [...this.#open];
      this.#open.clear();
      note.children = this.#blocks(node.children);
      for (const kind of open) this.#open.add(kind);
    }
    return { type: 'footnoteReference', identifier: note.identifier, label: note.identifier };
  }
}
