import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { own } from '../../util/own.ts';
import { withoutEmptyPages } from './pageBreaks.ts';

const pageBreaks: ReadonlySet<string> = new Set(['\\newpage', '\\pagebreak']);
const pageBreak: OfficeContentNode = { type: 'break', metadata: { breakType: 'page' } };

/** Replaces Pandoc's page break commands with page breaks, and adds a title from the front matter. */
export function markdownDocument(tree: OfficeParserAST): OfficeParserAST {
  const content = withoutEmptyPages(tree.content.map((node) => (isPageBreak(node) ? pageBreak : node)));
  return withTitle({ ...tree, content });
}

function isPageBreak({ type, children = [] }: OfficeContentNode): boolean {
  return type === 'paragraph' && children.length === 1 && pageBreaks.has(children[0]?.text?.trim() ?? '');
}

/** Adds the title, author, and date from the front matter at the top, unless a heading repeats the title. */
function withTitle(tree: OfficeParserAST): OfficeParserAST {
  const { title, author } = tree.metadata;
  const byline = [author, fieldOf(tree, 'date')].filter(Boolean).join(' · ');
  const [first] = tree.content;
  const isRepeated = first?.type === 'heading' && first.text?.trim() === title?.trim();
  const lines = [
    ...(title === undefined || isRepeated ? [] : [styled('Title', title)]),
    ...(byline === '' || isRepeated ? [] : [styled('Subtitle', byline)]),
  ];
  return { ...tree, content: [...lines, ...tree.content] };
}

/** True for title and subtitle paragraphs, from front matter or from a Word document. */
export function isTitle({ type, metadata }: OfficeContentNode): boolean {
  return type === 'paragraph' && /^(?:sub)?title$/i.test(metadata?.style ?? '');
}

/** Returns the language of a document, such as `en-US`. */
export function languageOf(tree: OfficeParserAST): string | undefined {
  return tree.metadata.language ?? fieldOf(tree, 'lang');
}

function styled(style: string, text: string): OfficeContentNode {
  return { type: 'paragraph', text, children: [{ type: 'text', text }], metadata: { style } };
}

/** Returns a front matter field that officeparser treats as a custom property. */
function fieldOf({ metadata }: OfficeParserAST, name: string): string | undefined {
  const value = own(metadata.customProperties ?? {}, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
