import type { OfficeContentNode } from 'officeparser';
import { withChangedFiles } from './changedFiles.ts';
import { withNumberKinds } from './lists.ts';
import type { DocumentTree } from './read.ts';

/** Replaces pictures from outside the document, since a book may not refer to other files (EPUB 3.3, 3.6). */
export function withoutLinkedPictures(tree: DocumentTree): DocumentTree {
  const within = new Set(tree.attachments.map(({ name }) => name));
  const changed = (node: OfficeContentNode): OfficeContentNode => {
    if (node.type === 'image' && !within.has(node.metadata?.attachmentName ?? '')) {
      const { altText = '', url = '' } = node.metadata ?? {};
      const text = altText || url;
      return /^https?:/i.test(url)
        ? { type: 'text', text, metadata: { link: url, linkType: 'external' } }
        : { type: 'text', text };
    }
    return node.children === undefined ? node : { ...node, children: node.children.map(changed) };
  };
  return { ...tree, content: tree.content.map(changed) };
}

const chapterName = /^OEBPS\/chapter\d+\.xhtml$/;
const startTag = /<[a-z][\w-]*(?:\s+[\w:-]+="[^"]*")*\s*\/?>/gi;

/** Rewrites a book so that each chapter is valid XHTML and the file with its type comes first. */
export function validEpub(book: Uint8Array): Uint8Array {
  return withChangedFiles(book, (name) => chapterName.test(name), validChapter);
}

/** Removes duplicate ids, and links to missing ids. */
function validChapter(chapter: string): string {
  const names = new Set<string>();
  const named = withNumberKinds(chapter)
    .replaceAll(/<(\/?)strike>/g, '<$1s>')
    .replaceAll(startTag, (tag) =>
      tag.replace(/\sid="([^"]*)"/, (attribute, name: string) => {
        if (names.has(name) || !/^\S+$/.test(name)) return '';
        names.add(name);
        return attribute;
      }),
    );
  return named.replaceAll(startTag, (tag) =>
    tag.replace(/\shref="#([^"]*)"/, (attribute, name: string) => (names.has(name) ? attribute : '')),
  );
}
