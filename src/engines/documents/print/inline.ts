import type { Element, ElementContent, RootContent } from 'hast';
import type { Alignment, ContentText } from 'pdfmake/interfaces.js';
import { fault } from '../../../contract/fault.ts';
import { percentDecoded } from '../../../util/text.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { isElsewhere } from '../tree/addresses.ts';
import { isNamed, textIn, textProperty } from '../tree/document.ts';
import { lookIn } from '../tree/flow.ts';
import type { Look } from '../tree/runs.ts';
import { directed } from './direction.ts';
import type { PlacedIds } from './layout.ts';
import { colors, type Link, type TextSurroundings } from './page.ts';
import { formulaInLine, pictureInLine } from './textDrawings.ts';

/** Text in one style for pdfmake, or a line break (`endsLine`). */
export type Inline = ContentText | typeof endsLine;
export const endsLine = '\n';

/** Reduces the size of code, because the code font has larger letters than the text font. */
export const codeScale = 0.86;
/** A long piece of a word or of white space, which doesn't end inside a sequence of joined characters. */
const longWord = /(\S{200}|\s{200})(?<!\u200d)(?![\p{M}\u200d])/u;
const maxRuns = 30_000;
/** The space on the left of items, quotes, and descriptions. */
export const indent = 16;
const alignments: ReadonlySet<unknown> = new Set<Alignment>(['left', 'center', 'right', 'justify']);
/** The lowest contrast at which colored text is still readable. */
const minContrast = 1.5;

/** The look of text, which elements pass on to their content. */
export interface InlineLook extends Omit<Look, 'fontSize' | 'link'> {
  readonly heading?: boolean;
  /** The color of a cell behind the text. */
  readonly fill?: string;
  readonly target?: Link;
  readonly alignment?: Alignment;
}

/** Returns nodes within a line as pieces of text for pdfmake. @throws ConversionError `conversion.unsupported_script` */
export function inlinesOf(
  nodes: readonly RootContent[],
  page: TextSurroundings,
  look: InlineLook = {},
): Inline[] {
  const inlines: Inline[] = [];
  const add = (node: RootContent, outer: InlineLook): void => {
    if (node.type === 'text') for (const each of textOf(node.value, page, outer)) inlines.push(each);
    if (node.type !== 'element') return;
    page.anchors.place(textProperty(node, 'id'));
    const inner = lookOf(node, outer, page);
    const drawing = page.formulas.get(node);
    if (drawing !== undefined) inlines.push(formulaInLine(drawing, page));
    else if (node.tagName === 'br') inlines.push(endsLine);
    else if (node.tagName === 'img') inlines.push(...pictureOf(node, page, inner));
    else if (node.tagName === 'input') inlines.push(...checkboxOf(node, page));
    else if (node.tagName === 'footnote') inlines.push(noteMark(node, page));
    else for (const child of node.children) add(child, inner);
  };
  for (const node of nodes) add(node, look);
  return inlines;
}

function pictureOf(node: Element, page: TextSurroundings, look: InlineLook): Inline[] {
  if (!page.withPictures) return [];
  const src = textProperty(node, 'src') ?? '';
  const picture = page.pictures.get(src);
  if (picture !== undefined) return [pictureInLine(node, picture, page, look.target)];
  const target = look.target ?? linkOf(src, page);
  const words = textProperty(node, 'alt') || (isElsewhere(src) ? src : '') || 'Picture';
  return textOf(`[${words}]`, page, { ...look, italic: true, ...(target === undefined ? {} : { target }) });
}

function checkboxOf({ properties }: Element, page: TextSurroundings): Inline[] {
  if (properties['type'] !== 'checkbox') return [];
  const isChecked = properties['checked'] !== undefined && properties['checked'] !== false;
  return plainText(isChecked ? '☑ ' : '☐ ', page);
}

function noteMark(note: Element, page: TextSurroundings): ContentText {
  const number = page.notes.numberOf(note);
  return { text: String(number), sup: true, linkToDestination: noteAnchor(number) };
}

/** The id of a printed note. No id in a document has a space. */
export function noteAnchor(number: number): string {
  return `note ${number}`;
}

/** Returns the look of an element's content. */
export function lookOf(node: Element, look: InlineLook, page: TextSurroundings): InlineLook {
  const { color, link, fontSize: _, ...inner } = lookIn(look, node);
  const backgroundColor = node.tagName === 'mark' ? colors.mark : inner.backgroundColor;
  const isShown = color !== undefined && isReadable(color, backgroundColor ?? look.fill ?? '#ffffff');
  const target = linkOf(link, page) ?? look.target;
  return {
    ...inner,
    backgroundColor,
    color: isShown ? color : look.color,
    ...(/^(?:dt|summary|th)$/.test(node.tagName) ? { bold: true } : {}),
    ...(target === undefined ? {} : { target }),
  };
}

/** The look of a block's content. */
export function alignedLook(node: Element, look: InlineLook, page: TextSurroundings): InlineLook {
  const { align } = node.properties;
  return { ...lookOf(node, look, page), ...(isAlignment(align) ? { alignment: align } : {}) };
}

function isAlignment(value: unknown): value is Alignment {
  return alignments.has(value);
}

function isReadable(color: string, background: string): boolean {
  const [dark = 0, light = 0] = [luminance(color), luminance(background)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05) >= minContrast;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function textOf(text: string, page: TextSurroundings, look: InlineLook): Inline[] {
  const { target, backgroundColor } = look;
  const color = target === undefined ? look.color : colors.link;
  const lines = [
    ...(look.underline || target !== undefined ? ['underline' as const] : []),
    ...(look.strikethrough ? ['lineThrough' as const] : []),
  ];
  return plainText(text, page, look, {
    ...(look.code ? { fontSize: page.size * codeScale } : {}),
    ...(lines.length === 0 ? {} : { decoration: lines }),
    ...(color === undefined ? {} : { color }),
    ...(backgroundColor === undefined ? {} : { background: backgroundColor }),
    ...(look.subscript ? { sub: true } : look.superscript ? { sup: true } : {}),
    ...target,
  });
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
export function linesOf(
  inlines: readonly Inline[],
  page: TextSurroundings,
  { alignment }: InlineLook = {},
): ContentText[] {
  const lines: ContentText[][] = [[]];
  for (const inline of inlines) {
    if (inline === endsLine) lines.push([]);
    else lines.at(-1)?.push(inline);
  }
  if (lines.every(isBlank)) return [];
  return lines.map((line) => {
    const { pieces, isRightToLeft } = directed(isBlank(line) ? [{ text: ' ' }] : line);
    if (pieces.length > maxRuns) throw new ConversionError(fault('document.depth'));
    return {
      text: withAnchors(pieces, page),
      ...(isRightToLeft && alignment === undefined ? { alignment: 'right' } : {}),
    };
  });
}

function withAnchors([first, ...rest]: readonly ContentText[], { anchors }: TextSurroundings): ContentText[] {
  const ids = anchors.take();
  const placed: { anchors?: PlacedIds } = ids.length === 0 ? {} : { anchors: { ids } };
  return first === undefined ? [] : [{ ...first, ...placed }, ...rest];
}

/** True for a line that shows nothing. */
export function isBlank(line: readonly ContentText[]): boolean {
  return line.every(({ text }) => text === '');
}

/** Returns the link to a web page or to an anchor in the document. */
function linkOf(address: string | undefined, page: TextSurroundings): Link | undefined {
  if (address === undefined) return undefined;
  if (isElsewhere(address)) return { link: address };
  if (!address.startsWith('#')) return undefined;
  const id = [address.slice(1), percentDecoded(address.slice(1))].find((each) => page.anchors.has(each));
  return id === undefined ? undefined : { linkToDestination: id };
}

/** Returns children with text before them, within their first paragraph. */
export function withLabel(children: readonly ElementContent[], label: string): ElementContent[] {
  const [first, ...rest] = children;
  const text = { type: 'text', value: label } as const;
  return isNamed(first, 'p')
    ? [{ ...first, children: [text, ...first.children] }, ...rest]
    : [text, ...children];
}

/** The text of an element on one line. */
export function titleTextIn(node: Element): string {
  return textIn(node).replaceAll('\n', ' ').trim();
}
