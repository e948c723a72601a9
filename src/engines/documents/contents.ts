import type { OfficeContentNode } from 'officeparser';
import { own } from '../../util/own.ts';
import type { DocumentTree } from './read.ts';
import { isTitle, languageOf } from './markdown.ts';

/** The number of heading levels that a table of contents shows. */
export const contentsDepth = 3;

/** A heading with the anchor that links to it. */
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
export function contentsTitle(tree: DocumentTree): string {
  return own(titles, languageOf(tree)?.slice(0, 2).toLowerCase() ?? '') ?? 'Contents';
}

/** A document whose headings have anchors, and which has a node for the table of contents below its title. */
export interface DocumentWithContents {
  readonly tree: DocumentTree;
  readonly place: OfficeContentNode;
  readonly entries: readonly ContentsEntry[];
}

export function withContents(read: DocumentTree): DocumentWithContents {
  const entries: ContentsEntry[] = [];
  const anchored = (node: OfficeContentNode): OfficeContentNode => {
    if (node.type !== 'heading') {
      return node.children === undefined ? node : { ...node, children: node.children.map(anchored) };
    }
    const level = Math.max(1, node.metadata?.level ?? 1);
    const text = textIn(node).trim();
    if (level > contentsDepth || text === '') return node;
    const id = `_Toc${entries.length + 1}`;
    entries.push({ id, level, text });
    const { anchorIds = [] } = node.metadata ?? {};
    return { ...node, metadata: { ...node.metadata, level, anchorIds: [...anchorIds, id] } };
  };
  const place: OfficeContentNode = { type: 'paragraph', text: '', children: [] };
  const content = read.content.map(anchored);
  const at = Math.max(
    0,
    content.findIndex((node) => !isTitle(node)),
  );
  const tree = { ...read, content: [...content.slice(0, at), place, ...content.slice(at)] };
  return { tree, place, entries };
}

/** Returns the text of a node and its descendants. */
export function textIn(node: OfficeContentNode): string {
  const { children = [] } = node;
  return children.length === 0 ? (node.text ?? '') : children.map(textIn).join('');
}
