import GithubSlugger from 'github-slugger';
import type { Root, RootContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { type Document, elementsIn, hasClass, textIn, textProperty } from './document.ts';

/** The number of heading levels that a table of contents shows. */
export const contentsDepth = 3;

/** A heading with the id that links lead to. */
export interface ContentsEntry {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

const titles: Readonly<Record<string, string>> = {
  de: 'Inhalt',
  es: 'Índice',
  fr: 'Table des matières',
  ja: '目次',
  zh: '目录',
};

/** The heading of a table of contents, in the document's language. */
export function contentsTitle({ language }: Document): string {
  return ownValue(titles, language?.slice(0, 2).toLowerCase() ?? '') ?? 'Contents';
}

/** True for a title or subtitle. */
export function isTitle(node: RootContent): boolean {
  return node.type === 'element' && hasClass(node, 'title', 'subtitle');
}

/** Returns the number of titles at the beginning of a document, below which a table of contents is. */
export function titleCount({ children }: Root): number {
  const at = children.findIndex((node) => !isTitle(node));
  return at < 0 ? children.length : at;
}

/** Returns the entries of a table of contents. The headings must have ids. */
export function contentsOf({ root }: Document): ContentsEntry[] {
  const entries: ContentsEntry[] = [];
  for (const node of elementsIn(root)) {
    const level = headingLevel(node.tagName);
    const id = textProperty(node, 'id');
    const text = textIn(node).trim();
    if (level !== undefined && level <= contentsDepth && id !== undefined && text !== '')
      entries.push({ id, level, text });
  }
  return entries;
}

/** Returns the level of a heading by its name, or `undefined` for other elements. */
export function headingLevel(tagName: string): number | undefined {
  return /^h[1-6]$/.test(tagName) ? Number(tagName.charAt(1)) : undefined;
}

/** Gives each heading without an id of its own the one that GitHub and VS Code give it. */
export function addHeadingIds(root: Root): void {
  const used = new Set<string>();
  for (const node of elementsIn(root)) used.add(textProperty(node, 'id') ?? '');
  const seen = new Set<string | undefined>([undefined]);
  const slugger = new GithubSlugger();
  for (const node of elementsIn(root)) {
    if (headingLevel(node.tagName) !== undefined && seen.has(textProperty(node, 'id'))) {
      let id: string;
      do id = slugger.slug(textIn(node).trim());
      while (used.has(id));
      used.add(id);
      node.properties['id'] = id;
    } else if (node.tagName !== 'footnote') seen.add(textProperty(node, 'id'));
  }
}
