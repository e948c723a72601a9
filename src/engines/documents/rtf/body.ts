import type { Element, ElementContent, RootContent } from 'hast';
import { estimatedWidths, sum } from '../tree/columns.ts';
import { formulaOf, hasClass, styleOf, textIn, textProperty } from '../tree/document.ts';
import { flowOf, flowOfCell, lookIn } from '../tree/flow.ts';
import { itemLabel, itemsOf, labelAt, numberingOf, withoutLeadingSpace } from '../tree/items.ts';
import { PictureRepeats } from '../tree/limits.ts';
import type { Look } from '../tree/runs.ts';
import { shownSize, type SizedPicture } from '../tree/sizedPictures.ts';
import { captionsOf, Grids, type Slot } from '../tree/tables.ts';
import { ListTables } from './lists.ts';
import { cellPadding, pictureRtf, rowDefinition } from './objects.ts';
import { escapeRtf, paragraphStart, type StyleName, twips } from './styles.ts';

/** A paragraph without its end, or a table. */
interface Piece {
  readonly rtf: string;
  readonly isTable: boolean;
}

/** Where blocks are written. Lengths are in points. */
interface Place {
  readonly style: StyleName;
  readonly width: number;
  readonly indent: number;
  readonly lists: number;
  readonly tables: number;
  readonly isInNote: boolean;
}

const listIndent = 18;
const quoteIndent = 36;
const deepestLevel = 8;
const alignments: ReadonlyMap<string | undefined, string> = new Map([
  ['center', '\\qc'],
  ['right', '\\qr'],
  ['justify', '\\qj'],
]);
/** Writes the body of an RTF file. */
export class RtfBody {
  readonly #pictures: ReadonlyMap<string, SizedPicture> | undefined;
  readonly #height: number;
  readonly #lists = new ListTables();
  readonly #colors = new Map<string, number>();
  readonly #bookmarks = new Map<string, string>();
  readonly #placed = new Set<string>();
  readonly #notes = new Map<string, number>();
  readonly #repeats = new PictureRepeats();
  readonly #grids = new Grids();
  #waiting = '';
  #breaksPage = false;

  /** @param pictures the pictures by name, or `undefined` to leave out all pictures */
  constructor(pictures: ReadonlyMap<string, SizedPicture> | undefined, height: number) {
    this.#pictures = pictures;
    this.#height = height;
  }

  /** Writes the whole text. */
  write(nodes: readonly RootContent[], width: number): string {
    const place: Place = { style: 'body', width, indent: 0, lists: 0, tables: 0, isInNote: false };
    const pieces = this.#flow(nodes, place);
    if (pieces.at(-1)?.isTable !== false || this.#waiting !== '') pieces.push(this.#paragraph([], place));
    return pieces.map(({ rtf, isTable }) => (isTable ? rtf : `${rtf}\\par\n`)).join('');
  }

  get colorTable(): string {
    const colors = Array.from(this.#colors.keys(), (color) => {
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      return `\\red${red}\\green${green}\\blue${blue};`;
    });
    return `{\\colortbl;${colors.join('')}}`;
  }

  get listTables(): string {
    return this.#lists.rtf;
  }

  #flow(nodes: readonly RootContent[], place: Place): Piece[] {
    return flowOf(nodes).flatMap((block) => this.#block(block, place));
  }

  #block(block: Element, place: Place): Piece[] {
    const { tagName, children } = block;
    this.#addBookmark(block);
    switch (tagName) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return [this.#paragraph(children, { ...place, style: tagName }, block)];
      case 'p':
        return [this.#paragraph(children, place, block)];
      case 'hr':
        if (!hasClass(block, 'page-break')) return [this.#paragraph([], { ...place, style: 'line' })];
        this.#breaksPage = true;
        return [];
      case 'pre':
        return [this.#paragraph(children, { ...place, style: 'code' }, block)];
      case 'blockquote':
        return this.#flow(children, quoted(place));
      case 'ol':
      case 'ul':
        return this.#list(block, place);
      case 'table':
        return this.#table(block, place);
      case 'dt':
      case 'summary':
        return this.#flow(children, { ...place, style: 'term' });
      case 'dd':
        return this.#flow(children, { ...place, style: 'description' });
      case 'caption':
      case 'figcaption':
        return this.#flow(children, { ...place, style: 'caption' });
      case 'div':
        return this.#flow(children, hasClass(block, 'markdown-alert') ? quoted(place) : place);
      default:
        return this.#flow(children, place);
    }
  }

  /** @param label what comes before the text, and replaces the indentation of the place */
  #paragraph(children: readonly ElementContent[], place: Place, block?: Element, label?: string): Piece {
    const title = block && (['title', 'subtitle'] as const).find((name) => hasClass(block, name));
    const style = title ?? place.style;
    const { marginLeft = 0 } = block === undefined ? {} : styleOf(block);
    const indent = place.indent + marginLeft;
    const isBold = block !== undefined && hasClass(block, 'markdown-alert-title');
    const properties = [
      place.tables > 0 ? `\\intbl${place.tables > 1 ? `\\itap${place.tables}` : ''}` : '',
      alignments.get(block && textProperty(block, 'align')) ?? '',
      indent > 0 && label === undefined ? `\\li${twips(indent)}` : '',
      this.#breaksPage ? '\\pagebb' : '',
      label ?? '',
    ].join('');
    this.#breaksPage = false;
    const bookmarks = this.#waiting;
    this.#waiting = '';
    const content = this.#inline(children, isBold ? { bold: true } : {}, place, style === 'code');
    return { rtf: paragraphStart(style, properties) + bookmarks + content, isTable: false };
  }

  #addBookmark(of: Element): void {
    const id = textProperty(of, 'id') ?? '';
    if (id === '' || of.tagName === 'footnote' || this.#placed.has(id)) return;
    this.#placed.add(id);
    const name = this.#bookmarkName(id);
    this.#waiting += `{\\*\\bkmkstart ${name}}{\\*\\bkmkend ${name}}`;
  }

  /** Returns the name of the bookmark for an id, since Word only allows some characters in names. */
  #bookmarkName(id: string): string {
    const known = this.#bookmarks.get(id);
    if (known !== undefined) return known;
    const plain = id.replaceAll(/\W/g, '_').slice(0, 30);
    const name = /^[a-z]\w*$/i.test(id) && id.length <= 30 ? id : `b${this.#bookmarks.size + 1}_${plain}`;
    this.#bookmarks.set(id, name);
    return name;
  }

  #list(list: Element, place: Place): Piece[] {
    const level = Math.min(place.lists, deepestLevel);
    const numbering = numberingOf(list);
    const isText = numbering.type === 'none';
    const number = isText ? 0 : this.#lists.add(numbering, level);
    const inner: Place = {
      ...place,
      style: 'item',
      indent: place.indent + listIndent,
      lists: place.lists + 1,
    };
    const hanging = `\\fi-${twips(listIndent)}\\li${twips(inner.indent)}`;
    return itemsOf(list).flatMap((item, index) => {
      this.#addBookmark(item);
      const { label, children } = itemLabel(item);
      const plain = list.tagName === 'ol' ? `${numbering.start + index}.` : '•';
      const text = escapeRtf(isText ? (label ?? plain).trim() : labelAt(numbering, index));
      const start = isText ? hanging : `\\ls${number}\\ilvl${level}${hanging}`;
      const before = isText ? `${text}\\tab ` : `{\\listtext\\pard\\plain ${text}\\tab}`;
      const flow = flowOf(children);
      const [first, ...others] = flow;
      const hasLine = first?.tagName === 'p';
      if (hasLine) this.#addBookmark(first);
      const line = hasLine ? withoutLeadingSpace(first.children) : [];
      const paragraph = this.#paragraph(line, inner, hasLine ? first : undefined, start);
      const at = paragraph.rtf.indexOf(' ') + 1;
      const labeled = { ...paragraph, rtf: paragraph.rtf.slice(0, at) + before + paragraph.rtf.slice(at) };
      return [labeled, ...(hasLine ? others : flow).flatMap((block) => this.#block(block, inner))];
    });
  }

  #table(table: Element, place: Place): Piece[] {
    const above = this.#flow(captionsOf(table), { ...place, style: 'caption' });
    const grid = this.#grids.of(table);
    if (grid === undefined) return above;
    const room = Math.max(place.width / 4, place.width - place.indent);
    const widths = estimatedWidths(grid, room, (picture) => this.#widthOf(picture));
    const inner = { ...place, indent: 0, lists: 0, tables: place.tables + 1 };
    const rows = grid.rows.map((slots, at) => {
      const definition = rowDefinition(slots, widths, place.indent, at < grid.headRows, (color) =>
        this.#color(color),
      );
      const cells = slots.map((slot) => this.#slot(slot, widths, inner)).join('');
      return place.tables === 0
        ? `${definition}\n${cells}\\row\n`
        : `${cells}{\\*\\nesttableprops${definition}\\nestrow}{\\nonesttables\\par}\n`;
    });
    return [...above, { rtf: rows.join(''), isTable: true }];
  }

  /** Writes a cell for each column of a slot. */
  #slot({ cell, column, columns, isContinued }: Slot, widths: readonly number[], outer: Place): string {
    const width = sum(widths.slice(column, column + columns)) - 2 * cellPadding;
    const place = { ...outer, width: Math.max(10, width) };
    const cells = Array.from({ length: columns }, (_, index) =>
      this.#cell(isContinued || index > 0 ? undefined : cell, place),
    );
    return cells.join('');
  }

  #cell(cell: Element | undefined, place: Place): string {
    if (cell !== undefined) this.#addBookmark(cell);
    const inner: Place = { ...place, style: cell?.tagName === 'th' ? 'headerCell' : 'cell' };
    const pieces = cell === undefined ? [] : this.#flow(flowOfCell(cell), inner);
    if (pieces.at(-1)?.isTable !== false) pieces.push(this.#paragraph([], inner));
    const end = place.tables === 1 ? '\\cell\n' : '\\nestcell{\\nonesttables\\par}\n';
    return pieces
      .map(({ rtf, isTable }, index) =>
        isTable ? rtf : `${rtf}${index === pieces.length - 1 ? end : '\\par\n'}`,
      )
      .join('');
  }

  #inline(nodes: readonly ElementContent[], look: Look, place: Place, isCode: boolean): string {
    return nodes.map((node) => this.#inlineNode(node, look, place, isCode)).join('');
  }

  #inlineNode(node: ElementContent, look: Look, place: Place, isCode: boolean): string {
    if (node.type === 'text') return this.#text(node.value, look, isCode);
    if (node.type !== 'element') return '';
    this.#addBookmark(node);
    const own = this.#waiting;
    this.#waiting = '';
    const inner = lookIn(look, node);
    switch (node.tagName) {
      case 'br':
        return `${own}\\line `;
      case 'img':
        return own + this.#picture(node, place);
      case 'input':
        return own + this.#text(`${node.properties['checked'] === true ? '☑' : '☐'} `, look, false);
      case 'footnote':
        return own + this.#note(node, place);
      case 'rp':
        return own;
      case 'rt':
        return own + this.#text(` (${textIn(node)})`, look, false);
      default: {
        const formula = formulaOf(node);
        if (formula !== undefined) return own + this.#text(formula.tex, inner, isCode);
        const content = this.#inline(node.children, inner, place, isCode);
        const isNewLink = inner.link !== undefined && look.link === undefined;
        return own + (isNewLink ? this.#link(inner.link, content) : content);
      }
    }
  }

  #link(address: string, content: string): string {
    const target = address.startsWith('#')
      ? `\\\\l "${this.#bookmarkName(address.slice(1))}"`
      : `"${escapeRtf(address.replaceAll('"', '%22'))}"`;
    return `{\\field{\\*\\fldinst{HYPERLINK ${target}}}{\\fldrslt{\\ul\\cf${this.#color('#0b57d0')} ${content}}}}`;
  }

  #text(text: string, look: Look, isCode: boolean): string {
    const written = isCode
      ? text
          .split(/\r\n?|\n/)
          .map((line) => line.split('\t').map(escapeRtf).join('\\tab '))
          .join('\\line ')
      : escapeRtf(text);
    const { color, backgroundColor, fontSize } = look;
    const controls = [
      look.bold ? '\\b' : '',
      look.italic ? '\\i' : '',
      look.underline ? '\\ul' : '',
      look.strikethrough ? '\\strike' : '',
      look.subscript ? '\\sub' : look.superscript ? '\\super' : '',
      look.code && !isCode ? '\\f1' : '',
      color === undefined ? '' : `\\cf${this.#color(color)}`,
      backgroundColor === undefined ? '' : `\\chshdng0\\chcbpat${this.#color(backgroundColor)}`,
      fontSize === undefined ? '' : `\\fs${Math.min(3276, Math.max(2, Math.round(fontSize * 2)))}`,
    ].join('');
    return controls === '' ? written : `{${controls} ${written}}`;
  }

  /** Returns the number of a color. The first one is that of plain text. */
  #color(color: string): number {
    const key = color.toLowerCase();
    const number = this.#colors.get(key) ?? this.#colors.size + 1;
    this.#colors.set(key, number);
    return number;
  }

  #widthOf(picture: Element): number {
    const sized = this.#pictures?.get(textProperty(picture, 'src') ?? '');
    return sized === undefined ? 0 : shownSize(picture, sized).width;
  }

  #picture(node: Element, { width, indent }: Place): string {
    if (this.#pictures === undefined) return '';
    const src = textProperty(node, 'src') ?? '';
    const alt = textProperty(node, 'alt') ?? '';
    const picture = this.#pictures.get(src);
    if (picture === undefined) {
      const text = escapeRtf(`[${alt || src || 'Picture'}]`);
      return /^https?:/i.test(src) ? this.#link(src, text) : text;
    }
    this.#repeats.count(src, picture.data.length * 2);
    const size = shownSize(node, picture, Math.max(10, width - indent), this.#height);
    return pictureRtf(picture, size, alt);
  }

  #note(note: Element, place: Place): string {
    const id = textProperty(note, 'id') ?? '';
    if (place.isInNote) return escapeRtf(` (${note.children.map(textIn).join(' ')})`);
    const known = this.#notes.get(id);
    if (known !== undefined) return `{\\super ${known}}`;
    this.#notes.set(id, this.#notes.size + 1);
    const inner: Place = { ...place, style: 'note', indent: 0, lists: 0, tables: 0, isInNote: true };
    const pieces = this.#flow(note.children, inner);
    if (pieces[0]?.isTable !== false) pieces.unshift(this.#paragraph([], inner));
    const [first, ...others] = pieces.map(({ rtf }) => rtf);
    const at = (first ?? '').indexOf(' ') + 1;
    const marked = `${first?.slice(0, at)}{\\super\\chftn} ${first?.slice(at)}`;
    return `{\\super\\chftn}{\\footnote ${[marked, ...others].join('\\par\n')}}`;
  }
}

function quoted(place: Place): Place {
  return { ...place, style: 'quote', indent: place.indent + quoteIndent };
}
