import type { Element, ElementContent, RootContent } from 'hast';
import { formulaOf, hasClass, styleOf, textIn, textProperty } from '../tree/document.ts';
import { flowOf, flowOfCell, lookIn } from '../tree/flow.ts';
import { estimatedWidths, sum } from '../tree/columns.ts';
import { boxOf, itemLabel, itemsOf, numberingOf } from '../tree/items.ts';
import { isList, type Look } from '../tree/runs.ts';
import { shownSize, type SizedPicture } from '../tree/sizedPictures.ts';
import { captionsOf, Grids, type Slot } from '../tree/tables.ts';
import { AutomaticStyles } from './automaticStyles.ts';
import { holdsTable, joined, type ListPiece, textXml, wrapped } from './pieces.ts';
import { inches, styleId } from './styleSheet.ts';
import { xmlText } from '../xmlTree.ts';

/** Where blocks are written. */
interface Place {
  /** The style of paragraphs. */
  readonly style: string;
  /** The width of a line in points. */
  readonly width: number;
  readonly quotes: number;
  readonly isInNote: boolean;
}

const quoteIndent = 29;
/** Addresses that aren't relative to the folder of the document. */
const fixedAddress = /^(?:[a-z][a-z\d+.-]*:|[#/])/i;

/** Writes the body of an OpenDocument text. */
export class OpenBody {
  readonly styles = new AutomaticStyles();
  readonly #pictures: ReadonlyMap<string, SizedPicture> | undefined;
  readonly #height: number;
  readonly #bookmarks = new Set<string>();
  readonly #notes = new Map<string, string>();
  readonly #grids = new Grids();
  #waiting = '';
  #breaksPage = false;

  /**
   * @param pictures the pictures by name, or `undefined` to leave out all pictures
   * @param height the height of a page in points
   */
  constructor(pictures: ReadonlyMap<string, SizedPicture> | undefined, height: number) {
    this.#pictures = pictures;
    this.#height = height;
  }

  /** Writes the whole text in lines that are `width` points long. */
  write(nodes: readonly RootContent[], width: number): string {
    const place = { style: 'Text body', width, quotes: 0, isInNote: false };
    const xml = this.#flow(nodes, place);
    return this.#waiting === '' ? xml : xml + this.#paragraph([], place);
  }

  #flow(nodes: readonly RootContent[], place: Place): string {
    return flowOf(nodes)
      .map((block) => this.#block(block, place))
      .join('');
  }

  #block(block: Element, place: Place): string {
    const { tagName, children } = block;
    this.#addBookmark(block);
    const level = /^h([1-6])$/.exec(tagName)?.[1];
    if (level !== undefined) return this.#heading(block, level, place);
    switch (tagName) {
      case 'p':
        return this.#paragraph(children, place, block);
      case 'hr':
        if (!hasClass(block, 'page-break'))
          return this.#paragraph([], { ...place, style: 'Horizontal Line' });
        this.#breaksPage = true;
        return '';
      case 'pre':
        return this.#paragraph(children, { ...place, style: 'Preformatted Text' }, block, true);
      case 'blockquote':
        return this.#flow(children, this.#quoted(place));
      case 'ol':
      case 'ul':
        return joined(this.#list(block, place), this.#listWrapper(block));
      case 'table':
        return this.#table(block, place);
      case 'dt':
        return this.#flow(children, { ...place, style: 'Definition Term' });
      case 'dd':
        return this.#flow(children, { ...place, style: 'Definition Definition' });
      case 'caption':
      case 'figcaption':
        return this.#flow(children, { ...place, style: 'Caption' });
      case 'summary':
        return this.#flow(children, { ...place, style: 'Definition Term' });
      case 'div':
        return this.#flow(children, hasClass(block, 'markdown-alert') ? this.#quoted(place) : place);
      default:
        return this.#flow(children, place);
    }
  }

  #quoted(place: Place): Place {
    const width = Math.max(place.width / 2, place.width - 2 * quoteIndent);
    return { ...place, style: 'Quotations', width, quotes: place.quotes + 1 };
  }

  #heading(block: Element, level: string, place: Place): string {
    const style = this.#paragraphStyle(`Heading ${level}`, block, { ...place, quotes: 0 });
    const content = this.#takeBookmarks() + this.#inline(block.children, {}, place);
    return `<text:h text:style-name="${style}" text:outline-level="${level}">${content}</text:h>`;
  }

  #paragraph(children: readonly ElementContent[], place: Place, block?: Element, isCode = false): string {
    const kind = block && ['title', 'subtitle'].find((name) => hasClass(block, name));
    const isAlertTitle = block !== undefined && hasClass(block, 'markdown-alert-title');
    const name = kind === 'title' ? 'Title' : kind === 'subtitle' ? 'Subtitle' : place.style;
    const style = this.#paragraphStyle(name, block, place);
    const look = isAlertTitle ? { bold: true } : {};
    const content = this.#takeBookmarks() + this.#inline(children, look, place, isCode);
    return `<text:p text:style-name="${style}">${content}</text:p>`;
  }

  /** Returns the name of a style for a paragraph, with what the paragraph adds to it. */
  #paragraphStyle(name: string, block: Element | undefined, { quotes }: Place): string {
    const align = block && textProperty(block, 'align');
    const { marginLeft = 0 } = block === undefined ? {} : styleOf(block);
    const indent = name === 'Quotations' && quotes > 1 ? quotes * quoteIndent : marginLeft;
    const breaksPage = this.#takePageBreak();
    return this.styles.paragraph(
      styleId(name),
      [
        align === undefined || align === 'left'
          ? ''
          : ` fo:text-align="${align === 'right' ? 'end' : align}"`,
        indent > 0 ? ` fo:margin-left="${inches(indent)}"` : '',
        breaksPage,
      ].join(''),
    );
  }

  #takePageBreak(): string {
    const taken = this.#breaksPage ? ' fo:break-before="page"' : '';
    this.#breaksPage = false;
    return taken;
  }

  #addBookmark(of: Element): void {
    const id = textProperty(of, 'id') ?? '';
    if (id === '' || of.tagName === 'footnote' || this.#bookmarks.has(id)) return;
    this.#bookmarks.add(id);
    this.#waiting += `<text:bookmark text:name="${xmlText(id)}"/>`;
  }

  #takeBookmarks(): string {
    const taken = this.#waiting;
    this.#waiting = '';
    return taken;
  }

  #list(list: Element, place: Place): ListPiece[] {
    const inner = { ...place, style: 'List Paragraph', quotes: 0 };
    const { type, start } = numberingOf(list);
    return itemsOf(list).flatMap((item, index): ListPiece[] => {
      this.#addBookmark(item);
      const { label, children } = itemLabel(item);
      const number = list.tagName === 'ol' ? `${start + index}. ` : '';
      const value = index === 0 && start !== 1 && type !== 'none' ? ` text:start-value="${start}"` : '';
      return wrapped(
        this.#itemPieces(children, type === 'none' ? (label ?? number) : '', inner),
        (xml, isNext) => {
          const name = isNext ? 'list-header' : 'list-item';
          return `<text:${name}${isNext ? '' : value}>${xml}</text:${name}>`;
        },
      );
    });
  }

  #itemPieces(children: readonly ElementContent[], label: string, place: Place): ListPiece[] {
    const flow = flowOf(children);
    const labelNode: ElementContent = { type: 'text', value: label };
    const hasLine = flow[0]?.tagName === 'p';
    const blocks = label === '' || hasLine ? flow : [undefined, ...flow];
    if (blocks.length === 0) return [{ xml: this.#paragraph([], place), isLifted: false }];
    return blocks.flatMap((block, index): ListPiece[] => {
      if (block === undefined) return [{ xml: this.#paragraph([labelNode], place), isLifted: false }];
      if (index === 0 && hasLine && label !== '') {
        const xml = this.#paragraph([labelNode, ...block.children], place, block);
        return [{ xml, isLifted: false }];
      }
      if (isList(block)) {
        this.#addBookmark(block);
        return wrapped(this.#list(block, place), this.#listWrapper(block));
      }
      return [{ xml: this.#block(block, place), isLifted: holdsTable(block) }];
    });
  }

  #listWrapper(list: Element): (items: string, isNext: boolean) => string {
    const style = this.styles.list(numberingOf(list));
    return (items, isNext) => {
      const continued = isNext ? ' text:continue-numbering="true"' : '';
      return `<text:list text:style-name="${style}"${continued}>${items}</text:list>`;
    };
  }

  #table(table: Element, place: Place): string {
    const above = this.#flow(captionsOf(table), { ...place, style: 'Caption' });
    const grid = this.#grids.of(table);
    if (grid === undefined) return above;
    const widths = estimatedWidths(grid, place.width, (picture) => this.#widthOf(picture));
    const style = this.styles.table(sum(widths), this.#takePageBreak());
    const columns = widths.map(
      (width) => `<table:table-column table:style-name="${this.styles.column(width)}"/>`,
    );
    const headRows = Math.min(grid.headRows, grid.rows.length - 1);
    const rows = grid.rows.map((slots) => {
      const cells = slots.map((slot) => this.#slot(slot, widths, place));
      return `<table:table-row>${cells.join('')}</table:table-row>`;
    });
    const head = rows.slice(0, headRows).join('');
    const header = head === '' ? '' : `<table:table-header-rows>${head}</table:table-header-rows>`;
    return `${above}<table:table table:style-name="${style}">${columns.join('')}${header}${rows.slice(headRows).join('')}</table:table>`;
  }

  #slot({ cell, column, columns, rows, isContinued }: Slot, widths: readonly number[], place: Place): string {
    if (cell === undefined) return '<table:table-cell/>';
    const covered = '<table:covered-table-cell/>';
    if (isContinued) return covered.repeat(columns);
    this.#addBookmark(cell);
    const style = cell.tagName === 'th' ? 'Table Heading' : 'Table Contents';
    const width = Math.max(10, sum(widths.slice(column, column + columns)) - 8);
    const inner = { ...place, style, width, quotes: 0 };
    const flow = flowOfCell(cell);
    const content = flow.length === 0 ? this.#paragraph([], inner) : this.#flow(flow, inner);
    const spans = [
      columns > 1 ? ` table:number-columns-spanned="${columns}"` : '',
      rows > 1 ? ` table:number-rows-spanned="${rows}"` : '',
    ].join('');
    const name = this.styles.cell(styleOf(cell).backgroundColor);
    return `<table:table-cell table:style-name="${name}"${spans} office:value-type="string">${content}</table:table-cell>${covered.repeat(columns - 1)}`;
  }

  #inline(nodes: readonly ElementContent[], look: Look, place: Place, isCode = false): string {
    return nodes.map((node) => this.#inlineNode(node, look, place, isCode)).join('');
  }

  #inlineNode(node: ElementContent, look: Look, place: Place, isCode: boolean): string {
    if (node.type === 'text')
      return this.styles.span(isCode ? { ...look, code: false } : look, textXml(node.value, isCode));
    if (node.type !== 'element') return '';
    this.#addBookmark(node);
    const own = this.#takeBookmarks();
    const inner = lookIn(look, node);
    const content = (): string => this.#inline(node.children, inner, place, isCode);
    switch (node.tagName) {
      case 'br':
        return `${own}<text:line-break/>`;
      case 'img':
        return own + this.#picture(node, place);
      case 'input':
        return `${own}${boxOf(node)} `;
      case 'footnote':
        return own + this.#note(node, place);
      case 'rp':
        return '';
      case 'rt':
        return `${own}${this.styles.span(look, xmlText(` (${textIn(node)})`))}`;
      case 'a': {
        if (inner.link === undefined || look.link !== undefined) return own + content();
        const address = fixedAddress.test(inner.link) ? inner.link : `../${inner.link}`;
        return `${own}<text:a xlink:type="simple" xlink:href="${xmlText(address.replaceAll(' ', '%20'))}" text:style-name="Internet_20_link">${content()}</text:a>`;
      }
      default: {
        const formula = formulaOf(node);
        return formula === undefined ? own + content() : own + this.styles.span(inner, xmlText(formula.tex));
      }
    }
  }

  #widthOf(picture: Element): number {
    const sized = this.#pictures?.get(textProperty(picture, 'src') ?? '');
    return sized === undefined ? 0 : shownSize(picture, sized).width;
  }

  #picture(node: Element, { width }: Place): string {
    const src = textProperty(node, 'src') ?? '';
    const alt = textProperty(node, 'alt') ?? '';
    if (this.#pictures === undefined) return '';
    const picture = this.#pictures.get(src);
    if (picture === undefined) {
      const text = xmlText(`[${alt || src || 'Picture'}]`);
      return /^https?:/i.test(src)
        ? `<text:a xlink:type="simple" xlink:href="${xmlText(src)}" text:style-name="Internet_20_link">${text}</text:a>`
        : text;
    }
    const size = shownSize(node, picture, width, this.#height);
    const description = alt === '' ? '' : `<svg:desc>${xmlText(alt)}</svg:desc>`;
    return `<draw:frame text:anchor-type="as-char" svg:width="${inches(size.width)}" svg:height="${inches(size.height)}"><draw:image xlink:href="Pictures/${picture.name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>${description}</draw:frame>`;
  }

  #note(note: Element, place: Place): string {
    const id = textProperty(note, 'id') ?? '';
    if (place.isInNote) return this.styles.span({}, xmlText(` (${note.children.map(textIn).join(' ')})`));
    const known = this.#notes.get(id);
    if (known !== undefined) {
      const reference = `<text:note-ref text:note-class="footnote" text:reference-format="text" text:ref-name="${known}">${known.slice(3)}</text:note-ref>`;
      return this.styles.span({ superscript: true }, reference);
    }
    const name = `ftn${this.#notes.size + 1}`;
    this.#notes.set(id, name);
    const inner = { style: 'Footnote', width: place.width, quotes: 0, isInNote: true };
    const flow = flowOf(note.children);
    const body = flow.length === 0 ? this.#paragraph([], inner) : this.#flow(flow, inner);
    return `<text:note text:id="${name}" text:note-class="footnote"><text:note-citation>${name.slice(3)}</text:note-citation><text:note-body>${body}</text:note-body></text:note>`;
  }
}
