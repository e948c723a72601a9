import type { ElementContent } from 'hast';
import { element, hasClass, merged, styleText } from '../tree/document.ts';
import {
  attributeOf,
  childOf,
  elementsOf,
  numberOf,
  toggleOf,
  valueOf,
  type XmlElement,
} from '../xmlTree.ts';
import { inlineContent, isAnchor } from '../tree/runs.ts';
import { isOrdered, type ListCounter, type ListMark } from './numbering.ts';
import type { Relations } from './package.ts';
import { type Follower, type Piece, RunReader, type WordContext } from './runs.ts';
import { type Block, nested } from './structure.ts';
import { type ParagraphKind, type ParagraphLook, paragraphLookOf } from './styles.ts';
import { readTable } from './tables.ts';

/** A paragraph with its properties, which its style and the paragraph itself set. */
interface Paragraph {
  readonly style: string | undefined;
  readonly kind: ParagraphKind;
  readonly look: ParagraphLook;
  readonly mark: ListMark | undefined;
  readonly indent: number;
  /** The indentation to compare with that of items, since many styles are indented without being part of a list. */
  readonly itemIndent: number;
  readonly quoteIndent: number | undefined;
  readonly hasBar: boolean;
  readonly endsPage: boolean;
  readonly isLine: boolean;
}

const pageBreak: Block = { node: element('hr', { className: ['page-break'] }) };

/** Reads a part of a Word document, such as its main text or its footnotes. */
export class PartReader {
  readonly #context: WordContext;
  readonly #counter: ListCounter;
  readonly #runs: RunReader;
  #isInTable = false;
  /** Anchors outside of text, which belong to the next paragraph. */
  #anchors: Piece[] = [];
  #followers: Follower[] = [];

  constructor(context: WordContext, relations: Relations, counter: ListCounter) {
    this.#context = context;
    this.#counter = counter;
    this.#runs = new RunReader(context, relations, (follower) => this.#followers.push(follower));
  }

  /** Reads the blocks in a body, a note, or a cell. */
  read(container: XmlElement, isIndented = false): ElementContent[] {
    const blocks: Block[] = [];
    this.#addBlocks(container, blocks);
    return nested(blocks, isIndented);
  }

  #addBlocks(container: XmlElement, blocks: Block[]): void {
    /** The content of paragraphs that continue in the next one. */
    let pieces: Piece[] = [];
    let unfinished: XmlElement | undefined;
    const add = (paragraph: Paragraph): void => {
      for (const block of this.#paragraph(paragraph, pieces)) blocks.push(block);
      const followers = this.#followers;
      [pieces, unfinished, this.#followers] = [[], undefined, []];
      for (const follower of followers) {
        if ('type' in follower) blocks.push({ node: follower });
        else this.#runs.apart(() => this.#addBlocks(follower, blocks));
      }
    };
    for (const child of elementsOf(container)) {
      if (child.name === 'w:p') {
        const isFinished = !this.#hasNoEnd(child);
        const paragraph = this.#properties(child, isFinished);
        const allowsBlocks = !this.#isInTable && !isHeading(paragraph);
        for (const piece of this.#runs.read(child, paragraph.style, paragraph.kind, allowsBlocks))
          pieces.push(piece);
        if (isFinished) add(paragraph);
        else unfinished = child;
      } else if (child.name === 'w:tbl') {
        if (unfinished !== undefined) add(this.#properties(unfinished, false));
        blocks.push(this.#table(child));
      } else for (const anchor of this.#runs.bookmark(child)) this.#anchors.push(anchor);
    }
    if (unfinished !== undefined && pieces.length + this.#followers.length > 0)
      add(this.#properties(unfinished, false));
  }

  /** True if a paragraph continues in the next one: a drop cap, or one whose paragraph mark is deleted or hidden. */
  #hasNoEnd(paragraph: XmlElement): boolean {
    const properties = childOf(paragraph, 'w:pPr');
    const dropCap = attributeOf(childOf(properties, 'w:framePr'), 'w:dropCap');
    if (dropCap === 'drop' || dropCap === 'margin') return true;
    const end = childOf(properties, 'w:rPr');
    if (childOf(end, 'w:del') ?? childOf(end, 'w:moveFrom')) return true;
    // A paragraph mark hidden with `specVanish` lets a heading and text share a line.
    if (toggleOf(childOf(end, 'w:specVanish'))) return false;
    const style = valueOf(childOf(properties, 'w:pStyle'));
    return toggleOf(childOf(end, 'w:vanish')) ?? this.#context.styles.look(style).isHidden ?? false;
  }

  /** @param isCounted true to number the paragraph */
  #properties(paragraph: XmlElement, isCounted: boolean): Paragraph {
    const properties = childOf(paragraph, 'w:pPr');
    const style = valueOf(childOf(properties, 'w:pStyle'));
    const { styles, pageEnds } = this.#context;
    const mark = isCounted ? this.#mark(properties, style) : undefined;
    const general = styles.paragraphLook(style);
    const direct = paragraphLookOf(properties);
    const isOwnMark = childOf(properties, 'w:numPr') !== undefined;
    const ofList = isOwnMark ? (mark?.indent ?? general.indent) : (general.indent ?? mark?.indent);
    const section = childOf(properties, 'w:sectPr');
    const border = childOf(properties, 'w:pBdr');
    const kind = styles.kindOf(style, numberOf(childOf(properties, 'w:outlineLvl')));
    const indent = direct.indent ?? ofList ?? 0;
    const [top, left, bottom, right] = ['top', 'left', 'bottom', 'right'].map(
      (side) => childOf(border, `w:${side}`) !== undefined,
    );
    const hasBar = left === true && top === false && bottom === false && right === false;
    const quoteIndent =
      kind === 'quote' ? (general.indent ?? 0) : hasBar ? (styles.quoteIndent ?? 0) : undefined;
    return {
      style,
      mark,
      kind,
      look: merged(general, direct),
      indent,
      quoteIndent,
      hasBar,
      // A quote is indented without being part of an item, unless it has the number of no list.
      itemIndent:
        direct.indent === undefined && kind !== 'list' ? 0 : indent - (isOwnMark ? 0 : (quoteIndent ?? 0)),
      endsPage: section !== undefined && pageEnds.has(section),
      isLine: bottom === true && left === false,
    };
  }

  #mark(properties: XmlElement | undefined, style: string | undefined): ListMark | undefined {
    const direct = childOf(properties, 'w:numPr');
    const inherited = this.#context.styles.numbering(style);
    const id = valueOf(childOf(direct, 'w:numId')) ?? inherited?.id;
    if (id === undefined || id === '0') return undefined;
    const level = numberOf(childOf(direct, 'w:ilvl'));
    const ofStyle = this.#counter.levelOf(id, inherited?.styles ?? []) ?? inherited?.level;
    const mark = this.#counter.next(id, level ?? ofStyle ?? 0);
    this.#context.count('label', mark?.label?.length ?? 0);
    return mark;
  }

  /** Makes the blocks of a paragraph, which page breaks and formulas divide. */
  #paragraph(paragraph: Paragraph, pieces: readonly Piece[]): Block[] {
    const { kind, look, mark, indent, itemIndent } = paragraph;
    const isTitle = isHeading(paragraph);
    const blocks: Block[] = look.breaksPage === true && !this.#isInTable ? [pageBreak] : [];
    const { quoteIndent, hasBar } = paragraph;
    const isQuote = kind === 'quote';
    const base = { indent, itemIndent: isTitle && !hasBar ? 0 : itemIndent, quoteIndent, isQuote, hasBar };
    /** An item begins with its first block. The others continue it. */
    let own = isTitle ? undefined : mark;
    const add = (node: Block['node']): void => {
      blocks.push({ ...base, node, mark: own });
      own &&= { ...own, isShown: false };
    };
    let line = this.#anchors;
    this.#anchors = [];
    if (isTitle && mark?.isShown === true) {
      const label = mark.label ?? (isOrdered(mark) ? `${mark.number}. ` : '');
      line.push({ content: label, look: {} });
    }
    const endLine = (isLast: boolean): void => {
      const content = kind === 'code' ? [] : inlineContent(line);
      if (kind === 'code') add(lineOfCode(line));
      else if (!isEmpty(content)) add(blockOf(paragraph, content));
      else {
        for (const piece of line) if (isAnchorPiece(piece)) this.#anchors.push(piece);
        if (isLast && blocks.length === 0 && paragraph.isLine) add(element('hr', {}));
        else if (isLast && own?.isShown === true) add(element('p', {}));
        else if (isLast && blocks.length === 0 && kind !== 'quote') blocks.push({ node: undefined });
      }
      line = [];
    };
    for (const piece of pieces) {
      if (piece.isBlock !== true || typeof piece.content === 'string') {
        line.push(piece);
        continue;
      }
      if (line.length > 0) endLine(false);
      if (hasClass(piece.content, 'page-break')) blocks.push(pageBreak);
      else add(piece.content);
    }
    if (line.length > 0 || blocks.length === 0) endLine(true);
    if (paragraph.endsPage) blocks.push(pageBreak);
    return blocks;
  }

  #table(table: XmlElement): Block {
    const wasInTable = this.#isInTable;
    this.#isInTable = true;
    const node = readTable(table, (cell) => this.read(cell));
    this.#isInTable = wasInTable;
    const indent = Number.parseInt(attributeOf(childOf(table, 'w:tblPr', 'w:tblInd'), 'w:w') ?? '', 10);
    return { node, itemIndent: indent > 0 ? indent : 0 };
  }
}

function isHeading({ kind }: Paragraph): boolean {
  return /^(?:h\d|title|subtitle)$/.test(kind);
}

function isAnchorPiece({ content }: Piece): boolean {
  return typeof content !== 'string' && isAnchor(content);
}

function blockOf({ kind, look }: Paragraph, content: ElementContent[]) {
  const properties = {
    className: kind === 'title' || kind === 'subtitle' ? [kind] : undefined,
    align: alignmentOf(look),
    style: styleText({ backgroundColor: look.background }),
    dir: look.isRightToLeft === true ? 'rtl' : undefined,
  };
  return element(kind.startsWith('h') ? kind : 'p', properties, content);
}

/** Returns an unusual alignment. In text from right to left, Word's left is the right side. */
function alignmentOf({ alignment, isRightToLeft }: ParagraphLook): string | undefined {
  switch (alignment) {
    case 'center':
      return 'center';
    case 'both':
    case 'distribute':
      return 'justify';
    case 'right':
    case 'end':
      return isRightToLeft === true ? 'left' : 'right';
    default:
      return undefined;
  }
}

function lineOfCode(pieces: readonly Piece[]): string {
  const texts = pieces.map(({ content }) =>
    typeof content === 'string' ? content : content.tagName === 'br' ? '\n' : '',
  );
  return texts.join('');
}

/** True if a paragraph shows nothing, though it may have anchors. */
function isEmpty(content: readonly ElementContent[]): boolean {
  return content.every((each) => each.type === 'element' && isAnchor(each));
}
