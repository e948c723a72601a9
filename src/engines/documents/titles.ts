import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { own } from '../../util/own.ts';

/** Adds the title, the author and the date of Markdown's front matter at the top, unless a heading repeats the title. */
export function withTitle(tree: OfficeParserAST): OfficeParserAST {
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

/** Whether a node is a part of such a title, or of one in a Word document. */
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
