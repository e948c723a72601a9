import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { own } from '../../util/own.ts';
import { withoutEmptyPages } from './pageBreaks.ts';

const pageBreaks: ReadonlySet<string> = new Set(['\\newpage', '\\pagebreak']);
const pageBreak: OfficeContentNode = { type: 'break', metadata: { breakType: 'page' } };

/** Turns Pandoc's page breaks into such, and adds a title from the front matter. */
export function markdownDocument(tree: OfficeParserAST): OfficeParserAST {
  const content = withoutEmptyPages(tree.content.map((node) => (isPageBreak(node) ? pageBreak : node)));
  return withTitle({ ...tree, content });
}

function isPageBreak({ type, children = [] }: OfficeContentNode): boolean {
  return type === 'paragraph' && children.length === 1 && pageBreaks.has(children[0]?.text?.trim() ?? '');
}

/** Adds the title, the author and the date of Markdown's front matter at the top, unless a heading repeats the title. */
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

/** True for the paragraphs of such a title, and for those of a title in a Word document. */
export function isTitle({ type, metadata }: OfficeContentNode): boolean {
  return type === 'paragraph' && /^(?:sub)?title$/i.test(metadata?.style ?? '');
}

/** The language of a document, as in `en-US`. */
export function languageOf(tree: OfficeParserAST): string | undefined {
  return tree.metadata.language ?? fieldOf(tree, 'lang');
}

function styled(style: string, text: string): OfficeContentNode {
  return { type: 'paragraph', text, children: [{ type: 'text', text }], metadata: { style } };
}

/** A field of the front matter that isn't one of the library's. */
function fieldOf({ metadata }: OfficeParserAST, name: string): string | undefined {
  const value = own(metadata.customProperties ?? {}, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
