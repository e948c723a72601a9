import GithubSlugger from 'github-slugger';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { percentDecoded } from '../../../util/text.ts';
import { headingLevel } from '../tree/contents.ts';
import { elementsIn, hasClass, textIn, textProperty } from '../tree/document.ts';

/**
 * The anchors that the links in a document lead to. Readers of Markdown give each heading an anchor made from its text;
 * all others have to be written.
 */
export class Anchors {
  readonly #linked = new Set<string>();
  readonly #ids = new Set<string>();
  /** The anchors of headings by the ids that the document has for them. */
  readonly #headings = new Map<string, string>();
  readonly #slugs = new Set<string>();
  readonly #slugger = new GithubSlugger();

  constructor(root: Root) {
    for (const node of elementsIn(root)) {
      const target = targetOf(node);
      if (target !== undefined) this.#linked.add(target);
      const id = textProperty(node, 'id');
      if (id !== undefined && node.tagName !== 'footnote') this.#ids.add(id);
    }
    this.#addHeadings(root.children);
    for (const node of elementsIn(root)) this.#addHeadings(node.children);
  }

  /** Returns the id of an element that has to be written, because a link leads to it or a page begins there. */
  idOf(node: Element): string | undefined {
    const id = node.tagName === 'footnote' ? undefined : textProperty(node, 'id');
    if (id === undefined) return undefined;
    if (!this.#linked.has(id)) return hasClass(node, 'page-start') ? id : undefined;
    return this.#headings.has(id) ? undefined : id;
  }

  /** Returns the address of a link, or `undefined` if it leads to nothing. */
  addressOf(link: Element): string | undefined {
    const target = targetOf(link);
    if (target === undefined) return textProperty(link, 'href');
    const heading = this.#headings.get(target);
    if (heading !== undefined) return `#${heading}`;
    return this.#ids.has(target) || this.#slugs.has(target) ? `#${target}` : undefined;
  }

  #addHeadings(siblings: readonly (ElementContent | RootContent)[]): void {
    /** The ids of empty elements, which belong to the heading below them. */
    let waiting: string[] = [];
    for (const node of siblings) {
      if (node.type !== 'element') continue;
      if (headingLevel(node.tagName) !== undefined) {
        const text = textIn(node).trim();
        if (text === '') continue;
        const slug = this.#slugger.slug(text);
        this.#slugs.add(slug);
        for (const id of [...waiting, ...idsIn(node), ...[...elementsIn(node)].flatMap(idsIn)])
          this.#headings.set(id, slug);
      }
      const isEmpty = node.children.every((child) => child.type === 'element' && child.children.length === 0);
      waiting =
        isEmpty && /^(?:a|p|div|span)$/.test(node.tagName)
          ? [...waiting, ...[node, ...node.children].flatMap(idsIn)]
          : [];
    }
  }
}

function idsIn(node: ElementContent): string[] {
  const id = node.type === 'element' && node.tagName !== 'footnote' ? textProperty(node, 'id') : undefined;
  return id === undefined ? [] : [id];
}

function targetOf(node: Element): string | undefined {
  const href = node.tagName === 'a' ? textProperty(node, 'href') : undefined;
  return href?.startsWith('#') === true ? percentDecoded(href.slice(1)) : undefined;
}
