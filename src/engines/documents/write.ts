import { type GeneratorConfig, type OfficeContentNode, OfficeGenerator } from 'officeparser';
import { withChangedFiles, withCorrectedAddresses } from './changedFiles.ts';
import { type DocumentOptions, type DocumentTarget, pageOf } from './documents.ts';
import { checkRepeatedPictures } from './expansionLimits.ts';
import { documentFault } from './faults.ts';
import { writeHtml } from './html.ts';
import { withNumberKinds, withShownLists } from './lists.ts';
import { markdownTree } from './markdownTree.ts';
import { wrapLines } from './plainText.ts';
import type { DocumentTree } from './read.ts';
import { writeWord } from './word/write.ts';

/** Writes a document in the target format. @throws ConversionError */
export async function writeDocument(
  read: DocumentTree,
  to: DocumentTarget,
  options: DocumentOptions,
): Promise<string | Uint8Array> {
  const tree = withShownLists(read, to);
  const { pictures = true, wrap } = options;
  const common = {
    includeImages: pictures && to !== 'txt',
    maxInlineImageBytes: Infinity,
    includeCharts: true,
  };
  if (common.includeImages && (to === 'html' || to === 'md')) checkRepeatedPictures(tree);
  try {
    switch (to) {
      case 'md':
        return (await OfficeGenerator.generate(markdownTree(tree), 'md', { ...common, ...markdown })).value;
      case 'html':
        return await writeHtml(tree, options, common);
      case 'txt': {
        const { value } = await OfficeGenerator.generate(tree, 'text', common);
        return `${(wrap === undefined ? value : wrapLines(value, wrap)).trimEnd()}\n`;
      }
      case 'docx':
        return await writeWord(tree, options, common);
      case 'odt':
        return withCorrectedAddresses(
          (await OfficeGenerator.generate(tree, 'odt', { ...common, odtConfig: pageOf(options) })).value,
        );
      case 'rtf':
        return withStyles((await OfficeGenerator.generate(tree, 'rtf', common)).value);
      case 'epub':
        return validEpub((await OfficeGenerator.generate(withoutLinkedPictures(tree), 'epub', common)).value);
    }
  } catch (error) {
    throw documentFault(error);
  }
}

const markdown: GeneratorConfig<'md'> = {
  generateIds: false,
  mdConfig: { dialect: 'github', fallbackToHtml: { alignment: false } },
};

/** Adds a style sheet to RTF, since officeparser only writes the style numbers. */
function withStyles(rtf: string): string {
  const styles = [1, 2, 3, 4, 5, 6].map(
    (level) => `{\\s${level}\\outlinelevel${level - 1} heading ${level};}`,
  );
  return rtf.replace(
    /\{\\colortbl\b|(?=\n\\f0)/,
    (found) => `{\\stylesheet{\\s0 Normal;}${styles.join('')}}\n${found}`,
  );
}

/** Replaces pictures from outside the document, since a book may not refer to other files (EPUB 3.3, 3.6). */
function withoutLinkedPictures(tree: DocumentTree): DocumentTree {
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
function validEpub(book: Uint8Array): Uint8Array {
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
