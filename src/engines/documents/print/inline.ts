import type { OfficeContentNode } from 'officeparser';
import type { ContentText } from 'pdfmake/interfaces.js';
import type { Page } from './page.ts';

/** Text in one look, as pdfmake takes it; a line ends where `endsLine` stands. */
export type Inline = ContentText | typeof endsLine;
export const endsLine = '\n';

const linkColor = '#0b57d0';
const codeFonts = /mono|courier|consol|menlo/i;
/** Where a link may lead: nothing that runs, and no file of the reader's. */
const openable = /^(?:https?|mailto|ftp|tel):/i;
/** So much of a word, or of a run of spaces, cut where no character is joined to the one before. */
const longWord = /(\S{200}|\s{200})(?<!\u200d)(?![\p{M}\u200d])/u;
const inlineTypes: ReadonlySet<string> = new Set(['text', 'break']);

export interface InlineLook {
  readonly bold?: boolean;
  readonly italics?: boolean;
  readonly code?: boolean;
}

/** Whether a node stands in a line, as text does, and not on lines of its own. */
export function isInline(node: OfficeContentNode): boolean {
  if (node.type === 'code') return node.metadata?.math === 'inline';
  if (node.type === 'break') return endsTextLine(node);
  return inlineTypes.has(node.type);
}

/** What it holds; some readers give only its text. */
export function childrenOf(node: OfficeContentNode): readonly OfficeContentNode[] {
  if (node.children !== undefined && node.children.length > 0) return node.children;
  return node.text === undefined || node.text === '' ? [] : [{ type: 'text', text: node.text }];
}

/** What a node says within a line. @throws ConversionError `conversion.unsupported_script` */
export function inlinesOf(node: OfficeContentNode, page: Page, look: InlineLook = {}): Inline[] {
  if (node.type === 'break') return endsTextLine(node) ? [endsLine] : [];
  const inlines = node.type === 'text' ? textOf(node, page, look) : plainText(node.text ?? '', page, look);
  const marks = (node.notes ?? []).map((note): ContentText => ({ text: page.notes.mark(note), sup: true }));
  return [...inlines, ...marks];
}

/** Text with line ends in it, in one look. */
export function plainText(
  text: string,
  page: { readonly typesetter: Pick<Page['typesetter'], 'runs'> },
  look: InlineLook = {},
  extra: object = {},
): Inline[] {
  return text.split(/\r\n?|\n/).flatMap((line, index): Inline[] => {
    const kept = look.code ? { preserveLeadingSpaces: true } : {};
    const runs = page.typesetter
      .runs(line, look)
      .flatMap((run) =>
        piecesOf(run.text).map((piece): ContentText => ({ ...run, text: piece, ...kept, ...extra })),
      );
    return index === 0 ? runs : [endsLine, ...runs];
  });
}

/** A long word, or run of spaces, in pieces: pdfmake measures all that is left of it for each line that it fills. */
function piecesOf(text: string): readonly string[] {
  return text.split(longWord).filter((piece) => piece !== '');
}

/** Text line by line: one of many lines in a single text takes pdfmake the square of their number. */
export function linesOf(inlines: readonly Inline[]): ContentText[] {
  const lines: Exclude<Inline, typeof endsLine>[][] = [[]];
  for (const inline of inlines) {
    if (inline === endsLine) lines.push([]);
    else lines.at(-1)?.push(inline);
  }
  if (lines.every(isEmpty)) return [];
  return lines.map((line) => ({ text: isEmpty(line) ? ' ' : line }));
}

function isEmpty(line: readonly ContentText[]): boolean {
  return line.every(({ text }) => text === '');
}

function textOf(node: OfficeContentNode & { type: 'text' }, page: Page, look: InlineLook): Inline[] {
  const { formatting = {}, metadata } = node;
  const own = {
    bold: look.bold === true || formatting.bold === true,
    italics: look.italics === true || formatting.italic === true,
    code: look.code === true || codeFonts.test(formatting.font ?? ''),
  };
  const link = linkOf(metadata?.link, page);
  const lines = [
    ...(formatting.underline || link !== undefined ? ['underline' as const] : []),
    ...(formatting.strikethrough ? ['lineThrough' as const] : []),
  ];
  return plainText(node.text ?? '', page, own, {
    ...(lines.length === 0 ? {} : { decoration: lines }),
    ...(link === undefined ? {} : { ...link, color: linkColor }),
    ...(formatting.superscript ? { sup: true } : {}),
    ...(formatting.subscript ? { sub: true } : {}),
  });
}

/** Where a click leads: to another page of the web, or to an anchor of this document. */
export function linkOf(
  address: string | undefined,
  page: Page,
): { link: string } | { linkToDestination: string } | undefined {
  if (address === undefined) return undefined;
  if (openable.test(address)) return { link: address };
  const anchor = address.replace(/^#/, '');
  return page.anchors.has(anchor) ? { linkToDestination: anchor } : undefined;
}

function endsTextLine(node: OfficeContentNode): boolean {
  return (
    node.type === 'break' &&
    (node.metadata?.breakType === 'textWrapping' || node.metadata?.breakType === 'carriageReturn')
  );
}
