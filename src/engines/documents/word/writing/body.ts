import type { Element, ElementContent, Root, RootContent } from 'hast';
import { ownValue } from '../../../../util/ownValue.ts';
import { type HighlightedCode, tokenStyle } from '../../tree/code.ts';
import { sum } from '../../tree/columns.ts';
import { elementsIn, hasClass, styleOf, textIn, textProperty } from '../../tree/document.ts';
import { isShown } from '../../tree/flow.ts';
import { FlowWriter, notePlace, topPlace } from '../../tree/flowWriter.ts';
import { itemsOf, withoutBox } from '../../tree/items.ts';
import { type Look, startsRightToLeft } from '../../tree/runs.ts';
import type { Size, SizedPicture } from '../../tree/sizedPictures.ts';
import type { Grid, Slot } from '../../tree/tables.ts';
import { xmlText } from '../../xmlTree.ts';
import { type Bookmarks, Relationships, wordAddress } from './links.ts';
import { listIndent, WordLists } from './lists.ts';
import { leftOf, type Mark, paragraphXml, type Place, twipsPerPoint } from './place.ts';
import { field, markRun, run, textRun } from './runs.ts';
import { quoteIndent } from './styleSheet.ts';
import { cellXml, paddingTwips, pictureXml, rowXml, tableXml } from './objects.ts';
import { alertColors, alertKindOf } from '../../tree/alerts.ts';

/** What a document's blocks refer to. */
interface BodyContent {
  readonly formulas: ReadonlyMap<Element, string>;
  readonly code: HighlightedCode;
  readonly bookmarks: Bookmarks;
}

/** The state of a part between two blocks. */
interface Progress {
  last: 'nothing' | 'code' | 'quote' | 'table' | 'text';
  mark: Mark | undefined;
}

const definitionIndent = 36;
/** Finds runs and formulas. */
const shown = /<(?:w:r|m:oMath)\b/;
const line = '<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="C8CCD1"/></w:pBdr>';
/** A low paragraph that separates two tables, quotes, or blocks of code, which Word would join. */
const separator =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact"/></w:pPr></w:p>';
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
/** The mark before the text of a note. */
const noteMark = `${markRun('<w:footnoteRef/>')}<w:r><w:t xml:space="preserve"> </w:t></w:r>`;

/** Writes the blocks of a document as paragraphs and tables. */
export class WordBody extends FlowWriter<Place, string> {
  readonly lists = new WordLists();
  readonly relationships = new Relationships();
  readonly noteRelationships = new Relationships();
  /** The notes, in the order of the first references to them. */
  readonly notes: string[] = [];
  protected readonly lineBreak = run('<w:br/>', {});
  readonly #content: BodyContent;
  readonly #width: number;
  /** The ids of notes with several references. */
  readonly #repeated = new Set<string>();
  #progress: Progress = { last: 'nothing', mark: undefined };
  #pictures = 0;
  #isInNote = false;

  /** @param page the size of a page without its margins, in points */
  constructor(
    root: Root,
    content: BodyContent,
    pictures: ReadonlyMap<string, SizedPicture> | undefined,
    page: Size,
  ) {
    super(pictures, page.height);
    this.#content = content;
    this.#width = page.width;
    const ids = new Set<string>();
    for (const node of elementsIn(root)) {
      const id = node.tagName === 'footnote' ? textProperty(node, 'id') : undefined;
      if (id !== undefined) (ids.has(id) ? this.#repeated : ids).add(id);
    }
  }

  /** Writes a part of a document's blocks. The parts must follow each other. */
  write(nodes: readonly RootContent[]): string {
    return this.flow(nodes, this.#top('body')).join('');
  }

  /** Writes what must follow the last block. */
  end(): string {
    return this.#rest(this.#top('body'));
  }

  #top(style: 'body' | 'note'): Place {
    return {
      ...(style === 'note' ? notePlace : topPlace),
      width: this.#width,
      alert: undefined,
      lists: 0,
      outerLists: style === 'note' ? 1 : 0,
      direction: undefined,
      fill: undefined,
      isCell: false,
      quoteIndent: undefined,
      isQuotedList: false,
    };
  }

  protected override placeIn(block: Element, place: Place): Place {
    const { look, ...inner } = super.placeIn(block, place);
    const { backgroundColor, marginLeft = 0 } = styleOf(block);
    const direction = textProperty(block, 'dir');
    const color = hasClass(block, 'markdown-alert-title')
      ? ownValue(alertColors, place.alert ?? '')
      : undefined;
    return {
      ...inner,
      look: color === undefined ? look : { ...look, color },
      indent: place.indent + marginLeft,
      fill: backgroundColor ?? place.fill,
      direction: direction === 'rtl' || direction === 'ltr' ? direction : place.direction,
    };
  }

  protected override block(block: Element, place: Place): string[] {
    if (block.tagName === 'pre') {
      this.addBookmark(block);
      return [this.#code(block, this.placeIn(block, place))];
    }
    if (block.tagName !== 'blockquote') return super.block(block, place);
    const isSecond = this.#progress.last === 'quote' && place.style !== 'quote';
    const written = super.block(block, place).join('');
    if (written === '') return [];
    this.#progress.last = 'quote';
    return [isSecond ? separator : '', written];
  }

  /** Lists in a quote have levels of their own. */
  protected quoted(place: Place, quote: Element): Place {
    const indent = place.indent + quoteIndent;
    const lists = { lists: 0, outerLists: place.outerLists + place.lists };
    return { ...place, ...lists, style: 'quote', alert: alertKindOf(quote), indent, quoteIndent: indent };
  }

  protected override described(place: Place): Place {
    return { ...place, indent: place.indent + definitionIndent };
  }

  protected paragraph(children: readonly ElementContent[], place: Place, block?: Element): string {
    const before = this.takeBookmarks();
    const content = children.some(isShown) ? this.line(children, place, block) : '';
    this.holdBookmarks(before);
    if (place.style === 'line') return this.#paragraph('', place, { border: line });
    const { direction } = place;
    const isRtl =
      direction === undefined ? startsRightToLeft(children.map(textIn).join('')) : direction === 'rtl';
    if (shown.test(content)) return this.#paragraph(content, place, { isRtl });
    // Only bookmarks are left, such as those of anchors between blocks.
    this.holdBookmarks(content);
    return '';
  }

  #paragraph(
    content: string,
    place: Place,
    { isRtl = false, border = '' }: { readonly isRtl?: boolean; readonly border?: string } = {},
  ): string {
    const { mark, last } = this.#progress;
    const before = this.#pageBreak(place);
    this.#progress = { last: 'text', mark: undefined };
    const properties = paragraphXml(place, mark, isRtl, border, last === 'table');
    return `${before}<w:p>${properties}${this.takeBookmarks()}${mark?.text ?? ''}${content}</w:p>`;
  }

  /** Writes a page break unless it would leave a page empty. */
  #pageBreak({ isCell, isInNote }: Place): string {
    if (isCell || isInNote || !this.takePageBreak()) return '';
    const isFirst = this.#progress.last === 'nothing';
    this.#progress.last = 'text';
    return isFirst ? '' : pageBreak;
  }

  /** Writes the mark of an item that begins with a block other than a paragraph. */
  #pendingMark(place: Place): string {
    return this.#progress.mark === undefined ? '' : this.#paragraph('', place);
  }

  /** Writes what must follow the blocks in a body, a note, or a cell, which ends with a paragraph. */
  #rest(place: Place): string {
    const { last, mark } = this.#progress;
    const needsParagraph = last === 'nothing' || mark !== undefined || this.hasBookmarks;
    return needsParagraph ? this.#paragraph('', place) : last === 'table' ? separator : '';
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
    const written = this.#paragraph(runs.join(''), { ...place, style: 'code', align: undefined });
    this.#progress.last = 'code';
    return gap + written;
  }

  protected list(list: Element, outer: Place): string[] {
    const written = [this.#pendingMark(outer)];
    const place: Place = {
      ...outer,
      style: 'item',
      indent: outer.indent + listIndent,
      lists: outer.lists + 1,
      isQuotedList: outer.quoteIndent !== undefined,
    };
    const numberOf = this.lists.begin(list, outer.lists, outer.outerLists);
    for (const item of itemsOf(list)) {
      const inner = this.placeIn(item, place);
      const label = textProperty(item, 'dataLabel');
      this.addBookmark(item);
      this.#progress.mark = {
        ...(label === undefined ? { number: numberOf(item) } : {}),
        text: textRun(label ?? '', inner.look),
        isHanging: true,
      };
      written.push(...this.flow(withoutBox(item), inner), this.#pendingMark(inner));
    }
    return written;
  }

  protected table({ rows, headRows }: Grid, widths: readonly number[], place: Place): string {
    const before = [this.#pendingMark(place), this.#pageBreak(place)];
    const columns = widths.map((width) => Math.max(1, Math.floor(width * twipsPerPoint)));
    if (this.#progress.last === 'table') before.push(separator);
    const cellPlace: Place = {
      ...place,
      style: place.isInNote ? 'note' : 'cell',
      indent: 0,
      lists: 0,
      outerLists: place.outerLists + place.lists + 1,
      align: undefined,
      isCell: true,
      quoteIndent: undefined,
    };
    const written = rows.map((slots, index) => {
      // The style of the table has bold text in its first row, if that is a header.
      const cells = slots.map((slot) => this.#cell(slot, columns, cellPlace, index > 0 || headRows === 0));
      return rowXml(cells, index < headRows);
    });
    this.#progress.last = 'table';
    const look = { left: leftOf(place), hasHeader: headRows > 0, isRtl: place.direction === 'rtl' };
    return `${before.join('')}${tableXml(written, columns, look)}`;
  }

  #cell(slot: Slot, columns: readonly number[], outer: Place, hasBoldHeads: boolean): string {
    const cell = slot.isContinued ? undefined : slot.cell;
    const width = sum(columns.slice(slot.column, slot.column + slot.columns));
    const place = cell === undefined ? outer : this.placeIn(cell, outer);
    const isBold = hasBoldHeads && cell?.tagName === 'th';
    const inner: Place = {
      ...place,
      fill: undefined,
      width: Math.max(1, width - paddingTwips) / twipsPerPoint,
      look: isBold ? { ...place.look, bold: true } : place.look,
    };
    if (cell !== undefined) this.addBookmark(cell);
    this.#progress.last = 'nothing';
    const content = this.flow(cell?.children ?? [], inner);
    return cellXml(`${content.join('')}${this.#rest(inner)}`, slot, width, place.fill);
  }

  protected bookmark(id: string): string {
    return this.#content.bookmarks.of(id);
  }

  protected text(text: string, look: Look): string {
    return textRun(text, look);
  }

  protected override formula(node: Element, tex: string, look: Look, isCode: boolean): string {
    return this.#content.formulas.get(node) ?? super.formula(node, tex, look, isCode);
  }

  get #currentRelationships(): Relationships {
    return this.#isInNote ? this.noteRelationships : this.relationships;
  }

  /** Returns the attribute of a link. */
  protected override targetOf(href: string): string | undefined {
    if (href.startsWith('#')) {
      const name = this.#content.bookmarks.nameFor(href);
      return name && `w:anchor="${xmlText(name)}"`;
    }
    const address = wordAddress(href);
    return address && `r:id="${this.#currentRelationships.add('hyperlink', address, true)}"`;
  }

  protected link(target: string, content: string): string {
    return content === '' ? '' : `<w:hyperlink ${target} w:history="1">${content}</w:hyperlink>`;
  }

  protected picture({ name }: SizedPicture, size: Size, alt: string): string {
    this.#pictures += 1;
    const embedded = this.#currentRelationships.add('image', `media/${name}`);
    return run(pictureXml(embedded, this.#pictures, size, alt), {});
  }

  protected note(number: number, note: Element): string {
    const progress = this.#progress;
    this.#progress = { last: 'nothing', mark: { text: noteMark, isHanging: false } };
    this.#isInNote = true;
    const place = this.#top('note');
    const written = this.flow(note.children, place).join('') + this.#rest(place);
    this.#progress = progress;
    this.#isInNote = false;
    this.notes.push(`<w:footnote w:id="${number}">${written}</w:footnote>`);
    const mark = markRun(`<w:footnoteReference w:id="${number}"/>`);
    const isRepeated = this.#repeated.has(textProperty(note, 'id') ?? '');
    return isRepeated ? this.#content.bookmarks.around(noteBookmark(number), mark) : mark;
  }

  /** A second mark for a note would be a second note in Word, so this one shows the number of the first. */
  protected noteReference(number: number): string {
    return field(`NOTEREF ${noteBookmark(number)} \\f \\h`, markRun(`<w:t>${number}</w:t>`));
  }
}

function noteBookmark(number: number): string {
  return `_RefNote${number}`;
}
