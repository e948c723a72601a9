import type { Element, RootContent } from 'hast';
import { ownValue } from '../../../../util/ownValue.ts';
import { tokenStyle } from '../../tree/code.ts';
import type { HighlightedCode } from '../../tree/code.ts';
import { estimatedWidths, sum } from '../../tree/columns.ts';
import { headingLevel } from '../../tree/contents.ts';
import { startsRightToLeft } from '../../tree/runs.ts';
import { hasClass, styleOf, textIn, textProperty } from '../../tree/document.ts';
import { isBlock } from '../../tree/flow.ts';
import { Grids, type Slot } from '../../tree/tables.ts';
import type { Relationships } from './links.ts';
import { indentOf, itemContent, WordLists } from './lists.ts';
import { nestedNote, noteMark, type Notes } from './notes.ts';
import { leftOf, isQuoteStyle, type Mark, paragraphProperties, type Place, topPlace } from './place.ts';
import { textRun } from './runs.ts';
import { alertColorOf, alertStyleOf, quoteColor, quoteIndent } from './styleSheet.ts';
import { cellXml, paddingTwips, rowXml, tableXml } from './tables.ts';
import { linked, type TextContent, wordLook, WordText } from './text.ts';

/** What a document's blocks refer to. */
interface BodyContent extends TextContent {
  readonly code: HighlightedCode;
  readonly notes: Notes;
  /** The width of a page without its margins, in twips. */
  readonly pageWidth: number;
}

/** The state of a part between two blocks. */
interface Progress {
  last: 'nothing' | 'code' | 'quote' | 'table' | 'text';
  mark: Mark | undefined;
  /** The bookmarks at the next paragraph. */
  bookmarks: string;
  breaksPage: boolean;
}

const twipsPerPoint = 20;
const definitionIndent = 720;
const alignments: Readonly<Record<string, string>> = {
  center: 'center',
  justify: 'both',
  left: 'left',
  right: 'right',
};
/** Finds runs and formulas. */
const isShown = /<(?:w:r|m:oMath)\b/;
const line = '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="C8CCD1"/></w:pBdr>';
/** A low paragraph that separates two tables, quotes, or blocks of code, which Word would join. */
const separator =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact"/></w:pPr></w:p>';
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

/** Writes the blocks of a document as paragraphs and tables. */
export class WordBody {
  readonly lists = new WordLists();
  readonly #content: BodyContent;
  readonly #text: WordText;
  readonly #grids = new Grids();
  #progress = newProgress();

  constructor(content: BodyContent, relationships: Relationships, noteRelationships: Relationships) {
    this.#content = content;
    this.#text = new WordText(content, relationships, (note, within) => {
      if (within.isNote) return nestedNote(note, within.look);
      return content.notes.reference(note, () => {
        const progress = this.#progress;
        this.#progress = { ...newProgress(), mark: { text: noteMark, isHanging: false } };
        this.#text.relationships = noteRelationships;
        const place = { ...topPlace(content.pageWidth), style: 'FootnoteText', outerLists: 1, isNote: true };
        const written = this.#flow(note.children, place) + this.#rest(place);
        this.#progress = progress;
        this.#text.relationships = relationships;
        return written;
      });
    });
  }

  /** Writes a part of a document's blocks. The parts must follow each other. */
  write(nodes: readonly RootContent[]): string {
    return this.#flow(nodes, topPlace(this.#content.pageWidth));
  }

  /** Writes what must follow the last block. */
  end(): string {
    return this.#rest(topPlace(this.#content.pageWidth));
  }

  #flow(nodes: readonly RootContent[], place: Place): string {
    const written: string[] = [];
    let inLine: RootContent[] = [];
    const endLine = (): void => {
      if (inLine.some(isVisible)) written.push(this.#lines(inLine, place));
      inLine = [];
    };
    for (const node of nodes) {
      if (isBlock(node)) {
        endLine();
        written.push(this.#block(node, place));
      } else inLine.push(node);
    }
    endLine();
    return written.join('');
  }

  #block(node: Element, outer: Place): string {
    const place = this.#placeIn(node, outer);
    const { children, tagName } = node;
    this.#progress.bookmarks += this.#content.bookmarks.of(node);
    const level = headingLevel(tagName);
    if (level !== undefined) return this.#flow(children, { ...place, style: `Heading${level}` });
    switch (tagName) {
      case 'blockquote':
        return this.#quote(node, place);
      case 'dd':
        return this.#flow(children, { ...place, left: place.left + definitionIndent });
      case 'div': {
        const style = alertStyleOf(node);
        if (style === undefined) return this.#flow(children, place);
        return this.#flow(children, quotedPlace(place, style));
      }
      case 'dt':
        return this.#flow(children, { ...place, style: 'DefinitionTerm' });
      case 'figcaption':
        return this.#flow(children, { ...place, style: 'Caption' });
      case 'hr':
        if (!hasClass(node, 'page-break')) return this.#paragraph('', place, { border: line });
        this.#progress.breaksPage = true;
        return '';
      case 'ol':
      case 'ul':
        return this.#list(node, place);
      case 'p':
        return this.#flow(children, paragraphPlace(node, place));
      case 'pre':
        return this.#code(node, place);
      case 'table':
        return this.#table(node, place);
      default:
        return this.#flow(children, place);
    }
  }

  #placeIn(node: Element, place: Place): Place {
    const align = textProperty(node, 'align') ?? '';
    const direction = textProperty(node, 'dir');
    const link = place.link ?? this.#text.linkOf(node);
    const { backgroundColor, ...look } = wordLook(node, place.look, link);
    return {
      ...place,
      fill: backgroundColor ?? place.fill,
      left: place.left + Math.round((styleOf(node).marginLeft ?? 0) * twipsPerPoint),
      alignment: ownValue(alignments, align) ?? place.alignment,
      direction: direction === 'rtl' || direction === 'ltr' ? direction : place.direction,
      look,
      link,
    };
  }

  #lines(nodes: readonly RootContent[], place: Place): string {
    const { direction, link } = place;
    const isRtl =
      direction === undefined ? startsRightToLeft(nodes.map(textIn).join('')) : direction === 'rtl';
    const runs = this.#text.write(nodes, { ...place, room: place.right - leftOf(place) });
    if (isShown.test(runs)) return this.#paragraph(linked(runs, link), place, { isRtl });
    // Only bookmarks are left, such as those of anchors between blocks.
    this.#progress.bookmarks += runs;
    return '';
  }

  #paragraph(
    content: string,
    place: Place,
    { isRtl = false, border = '' }: { readonly isRtl?: boolean; readonly border?: string } = {},
  ): string {
    const { mark, bookmarks, last } = this.#progress;
    const before = this.#pageBreak(place);
    Object.assign(this.#progress, { mark: undefined, bookmarks: '', last: 'text' });
    const properties = paragraphProperties(place, {
      number: mark?.number,
      isHanging: mark?.isHanging === true,
      isAfterTable: last === 'table',
      border,
      isRtl,
    });
    return `${before}<w:p>${properties}${bookmarks}${mark?.text ?? ''}${content}</w:p>`;
  }

  /** Writes a page break unless it would leave a page empty. */
  #pageBreak({ isCell, isNote }: Place): string {
    const { breaksPage, last } = this.#progress;
    if (!breaksPage || isCell || isNote) return '';
    Object.assign(this.#progress, { breaksPage: false, last: 'text' });
    return last === 'nothing' ? '' : pageBreak;
  }

  /** Writes the mark of an item that begins with a block other than a paragraph. */
  #pendingMark(place: Place): string {
    return this.#progress.mark === undefined ? '' : this.#paragraph('', place);
  }

  /** Writes what must follow the blocks in a body, a note, or a cell, which ends with a paragraph. */
  #rest(place: Place): string {
    const { last, mark, bookmarks } = this.#progress;
    if (last === 'table' && mark === undefined && bookmarks === '') return separator;
    const isDone = last !== 'nothing' && last !== 'table' && mark === undefined && bookmarks === '';
    return isDone ? '' : this.#paragraph('', place);
  }

  #quote({ children }: Element, place: Place): string {
    const isSecond = this.#progress.last === 'quote' && !isQuoteStyle(place.style);
    const written = this.#flow(children, quotedPlace(place, 'Quote'));
    if (written === '') return '';
    this.#progress.last = 'quote';
    return isSecond ? separator + written : written;
  }

  #code(node: Element, place: Place): string {
    const formula = this.#content.formulas.get(node);
    // The typeset formula is a paragraph without properties.
    if (formula !== undefined) {
      return this.#paragraph(formula.slice('<w:p>'.length, -'</w:p>'.length), place);
    }
    const { last, mark } = this.#progress;
    const gap = last === 'code' && mark === undefined ? separator : '';
    const tokens = this.#content.code.get(node) ?? [{ text: textIn(node), kind: undefined }];
    const runs = tokens.map(({ text, kind }, index) => {
      const shown = index === tokens.length - 1 ? text.replace(/\n$/, '') : text;
      return textRun(shown, tokenStyle(kind) ?? {});
    });
    const written = this.#paragraph(runs.join(''), { ...place, style: 'Code', alignment: undefined });
    this.#progress.last = 'code';
    return gap + written;
  }

  #list(node: Element, outer: Place): string {
    const written = [this.#pendingMark(outer)];
    const place = {
      ...outer,
      style: 'ListParagraph',
      left: outer.left + indentOf(1),
      lists: outer.lists + 1,
      isQuotedList: outer.quote !== undefined,
    };
    const numberOf = this.lists.begin(node, outer.lists, outer.outerLists);
    for (const child of node.children) {
      if (child.type !== 'element' || child.tagName !== 'li') {
        written.push(this.#flow([child], place));
        continue;
      }
      const itemPlace = this.#placeIn(child, place);
      const label = textProperty(child, 'dataLabel');
      this.#progress.bookmarks += this.#content.bookmarks.of(child);
      this.#progress.mark = {
        ...(label === undefined ? { number: numberOf(child) } : {}),
        text: textRun(label ?? '', itemPlace.look),
        isHanging: true,
      };
      written.push(this.#flow(itemContent(child), itemPlace), this.#pendingMark(itemPlace));
    }
    return written.join('');
  }

  #table(node: Element, place: Place): string {
    const before = [this.#pendingMark(place), this.#pageBreak(place)];
    const grid = this.#grids.of(node);
    if (grid === undefined) return before.join('');
    const left = leftOf(place);
    const room = (place.right - left) / twipsPerPoint;
    const widths = estimatedWidths(grid, room, (picture) => this.#text.widthOf(picture)).map((width) =>
      Math.max(1, Math.floor(width * twipsPerPoint)),
    );
    if (this.#progress.last === 'table') before.push(separator);
    const cellPlace = {
      ...place,
      style: place.isNote ? 'FootnoteText' : undefined,
      left: 0,
      lists: 0,
      outerLists: place.outerLists + place.lists + 1,
      alignment: undefined,
      isCell: true,
      quote: undefined,
    };
    const { headRows } = grid;
    const written = grid.rows.map((slots, index) => {
      const cells = slots.map((slot) => {
        const width = sum(widths.slice(slot.column, slot.column + slot.columns));
        // The style of the table has bold text in its first row, if that is a header.
        return this.#cell(slot, width, cellPlace, index > 0 || headRows === 0);
      });
      return rowXml(cells, index < headRows);
    });
    this.#progress.last = 'table';
    const look = { left, hasHeader: headRows > 0, isRtl: place.direction === 'rtl' };
    return `${before.join('')}${tableXml(written, widths, look)}`;
  }

  #cell(slot: Slot, width: number, outer: Place, hasBoldHeads: boolean): string {
    const cell = slot.isContinued ? undefined : slot.cell;
    const place = cell === undefined ? outer : this.#placeIn(cell, outer);
    const isBold = hasBoldHeads && cell?.tagName === 'th';
    const inner = {
      ...place,
      fill: undefined,
      right: Math.max(1, width - paddingTwips),
      look: isBold ? { ...place.look, bold: true } : place.look,
    };
    if (cell !== undefined) this.#progress.bookmarks += this.#content.bookmarks.of(cell);
    this.#progress.last = 'nothing';
    const content = this.#flow(cell?.children ?? [], inner);
    return cellXml(`${content}${this.#rest(inner)}`, slot, width, place.fill);
  }
}

function newProgress(): Progress {
  return { last: 'nothing', mark: undefined, bookmarks: '', breaksPage: false };
}

/** The place of the blocks in a quote or an alert. Its lists have levels of their own. */
function quotedPlace(place: Place, style: string): Place {
  const left = place.left + quoteIndent;
  const quote = { color: alertColorOf(style) ?? quoteColor, left };
  return { ...place, style, left, quote, lists: 0, outerLists: place.outerLists + place.lists };
}

function paragraphPlace(node: Element, place: Place): Place {
  if (hasClass(node, 'title')) return { ...place, style: 'Title' };
  if (hasClass(node, 'subtitle')) return { ...place, style: 'Subtitle' };
  if (hasClass(node, 'markdown-alert-title')) {
    const color = alertColorOf(place.style);
    return { ...place, look: { ...place.look, bold: true, ...(color && { color }) } };
  }
  return place;
}

function isVisible(node: RootContent): boolean {
  return node.type === 'element' || (node.type === 'text' && node.value.trim() !== '');
}
