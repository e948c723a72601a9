import type { OfficeContentNode } from 'officeparser';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { ContentText } from 'pdfmake/interfaces.js';
import { formulaInLine } from './formulas.ts';
import { colors, type TextSurroundings } from './page.ts';

/** Text in one style for pdfmake, or a line break (`endsLine`). */
export type Inline = ContentText | typeof endsLine;
export const endsLine = '\n';

/** Reduces the size of code, because the code font has larger letters than the text font. */
const codeScale = 0.86;
const codeFonts = /mono|courier|consol|menlo/i;
/** URL schemes that can't run a program or open a file on the reader's computer. */
const openable = /^(?:https?|mailto|ftp|tel):/i;
/** A long piece of a word or of white space, which doesn't end inside a sequence of joined characters. */
const longWord = /(\S{200}|\s{200})(?<!\u200d)(?![\p{M}\u200d])/u;
const maxRuns = 30_000;
const inlineTypes: ReadonlySet<string> = new Set(['text', 'break']);

export interface InlineLook {
  readonly bold?: boolean;
  readonly italics?: boolean;
  readonly code?: boolean;
  readonly heading?: boolean;
}

/** True for nodes that are part of a line of text. */
export function isInline(node: OfficeContentNode): boolean {
  if (node.type === 'code') return node.metadata?.math === 'inline';
  if (node.type === 'break') return endsTextLine(node);
  return inlineTypes.has(node.type);
}

/** Returns the children of a node, or its text as a child, since some parsers only set the text. */
export function childrenOf(node: OfficeContentNode): readonly OfficeContentNode[] {
  if (node.children !== undefined && node.children.length > 0) return node.children;
  return node.text === undefined || node.text === '' ? [] : [{ type: 'text', text: node.text }];
}

/** Returns a node's content as pieces of text for pdfmake. @throws ConversionError `conversion.unsupported_script` */
export function inlinesOf(node: OfficeContentNode, page: TextSurroundings, look: InlineLook): Inline[] {
  if (node.type === 'break') return endsTextLine(node) ? [endsLine] : [];
  const drawing = page.formulas.get(node);
  if (drawing !== undefined) return [formulaInLine(drawing, page)];
  const inlines = node.type === 'text' ? textOf(node, page, look) : plainText(node.text ?? '', page, look);
  const marks = (node.notes ?? []).map((note): ContentText => ({ text: page.notes.mark(note), sup: true }));
  return [...inlines, ...marks];
}

/** Returns text in one style for pdfmake. The text may have several lines. */
export function plainText(
  text: string,
  page: { readonly typesetter: Pick<TextSurroundings['typesetter'], 'runs'> },
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

/** Splits long words and long white space, because pdfmake measures the rest of a word again for each line. */
function piecesOf(text: string): readonly string[] {
  return text.split(longWord).filter((piece) => piece !== '');
}

/**
 * Splits text into lines, because pdfmake's time grows with the square of a text's lines.
 * @throws ConversionError for a line with too many pieces, since pdfmake copies all of them for each one
 */
export function linesOf(inlines: readonly Inline[]): ContentText[] {
  const lines: Exclude<Inline, typeof endsLine>[][] = [[]];
  for (const inline of inlines) {
    if (inline === endsLine) lines.push([]);
    else lines.at(-1)?.push(inline);
  }
  if (lines.some(({ length }) => length > maxRuns)) throw new ConversionError(fault('document.depth'));
  if (lines.every(isEmpty)) return [];
  return lines.map((line) => ({ text: isEmpty(line) ? ' ' : line }));
}

function isEmpty(line: readonly ContentText[]): boolean {
  return line.every(({ text }) => text === '');
}

function textOf(
  node: OfficeContentNode & { type: 'text' },
  page: TextSurroundings,
  look: InlineLook,
): Inline[] {
  const { formatting = {}, metadata } = node;
  const own = {
    bold: look.bold === true || formatting.bold === true,
    italics: look.italics === true || formatting.italic === true,
    code: look.code === true || codeFonts.test(formatting.font ?? ''),
    heading: look.heading === true,
  };
  const link = linkOf(metadata?.link, page);
  const lines = [
    ...(formatting.underline || link !== undefined ? ['underline' as const] : []),
    ...(formatting.strikethrough ? ['lineThrough' as const] : []),
  ];
  return plainText(node.text ?? '', page, own, {
    ...(own.code && !look.code ? { fontSize: page.size * codeScale } : {}),
    ...(lines.length === 0 ? {} : { decoration: lines }),
    ...(link === undefined ? {} : { ...link, color: colors.link }),
    ...(formatting.superscript ? { sup: true } : {}),
    ...(formatting.subscript ? { sub: true } : {}),
  });
}

/** Returns the link to a web page or to an anchor in the document. */
export function linkOf(
  address: string | undefined,
  page: TextSurroundings,
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
