import type { Element, ElementContent, RootContent } from 'hast';
import { sum } from '../../tree/columns.ts';
import { styleOf } from '../../tree/document.ts';
import { flowOf } from '../../tree/flow.ts';
import { type FlowPlace, FlowWriter, notePlace, topPlace } from '../../tree/flowWriter.ts';
import { itemsOf, labelAt, labelOf, numberingOf, withoutBox } from '../../tree/items.ts';
import { PictureRepeats } from '../../tree/limits.ts';
import type { Look } from '../../tree/runs.ts';
import type { Size, SizedPicture } from '../../tree/sizedPictures.ts';
import type { Grid, Slot } from '../../tree/tables.ts';
import { ListTables } from './lists.ts';
import { cellPadding, pictureRtf, rowDefinition } from './objects.ts';
import { escapeRtf, paragraphStart, twips } from './styles.ts';

/** A paragraph without its end, or a table. */
interface Piece {
  readonly rtf: string;
  readonly isTable: boolean;
}

/** Where blocks are written. Lengths are in points. */
interface Place extends FlowPlace {
  /** The numbers of lists and tables around the block. */
  readonly lists: number;
  readonly tables: number;
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
export class RtfBody extends FlowWriter<Place, Piece> {
  readonly #lists = new ListTables();
  readonly #colors = new Map<string, number>();
  readonly #bookmarks = new Map<string, string>();
  readonly #repeats = new PictureRepeats();
  protected readonly lineBreak = '\\line ';

  /** Writes the whole text. */
  write(nodes: readonly RootContent[], width: number): string {
    const place: Place = { ...topPlace, width, lists: 0, tables: 0 };
    const pieces = this.flow(nodes, place);
    if (pieces.at(-1)?.isTable !== false || this.hasBookmarks) pieces.push(this.paragraph([], place));
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

  protected quoted(place: Place): Place {
    return { ...place, style: 'quote', indent: place.indent + quoteIndent };
  }

  /** @param label what comes before the text, and replaces the indentation of the place */
  protected paragraph(
    children: readonly ElementContent[],
    place: Place,
    block?: Element,
    label?: string,
  ): Piece {
    const { marginLeft = 0 } = block === undefined ? {} : styleOf(block);
    const indent = place.indent + marginLeft;
    const properties = [
      place.tables > 0 ? `\\intbl${place.tables > 1 ? `\\itap${place.tables}` : ''}` : '',
      alignments.get(place.align) ?? '',
      indent > 0 && label === undefined ? `\\li${twips(indent)}` : '',
      this.takePageBreak() ? '\\pagebb' : '',
      label ?? '',
    ].join('');
    const content = this.line(children, place, block);
    return { rtf: paragraphStart(place.style, properties) + content, isTable: false };
  }

  protected bookmark(id: string): string {
    const name = this.#bookmarkName(id);
    return `{\\*\\bkmkstart ${name}}{\\*\\bkmkend ${name}}`;
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

  protected list(list: Element, place: Place): Piece[] {
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
      this.addBookmark(item);
      const label = labelOf(item);
      const plain = list.tagName === 'ol' ? `${numbering.start + index}.` : '•';
      const text = escapeRtf(isText ? (label ?? plain).trim() : labelAt(numbering, index));
      const start = isText ? hanging : `\\ls${number}\\ilvl${level}${hanging}`;
      const before = isText ? `${text}\\tab ` : `{\\listtext\\pard\\plain ${text}\\tab}`;
      const within = this.placeIn(item, inner);
      const flow = flowOf(withoutBox(item));
      const [first, ...others] = flow;
      const hasLine = first?.tagName === 'p';
      if (hasLine) this.addBookmark(first);
      const paragraph = hasLine
        ? this.paragraph(first.children, this.placeIn(first, within), first, start)
        : this.paragraph([], within, undefined, start);
      const at = paragraph.rtf.indexOf(' ') + 1;
      const labeled = { ...paragraph, rtf: paragraph.rtf.slice(0, at) + before + paragraph.rtf.slice(at) };
      return [labeled, ...(hasLine ? others : flow).flatMap((block) => this.block(block, within))];
    });
  }

  protected table({ rows, headRows }: Grid, widths: readonly number[], place: Place): Piece {
    const inner = { ...place, indent: 0, lists: 0, tables: place.tables + 1 };
    const written = rows.map((slots, at) => {
      const definition = rowDefinition(slots, widths, place.indent, at < headRows, (color) =>
        this.#color(color),
      );
      const cells = slots.map((slot) => this.#slot(slot, widths, inner)).join('');
      return place.tables === 0
        ? `${definition}\n${cells}\\row\n`
        : `${cells}{\\*\\nesttableprops${definition}\\nestrow}{\\nonesttables\\par}\n`;
    });
    return { rtf: written.join(''), isTable: true };
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
    if (cell !== undefined) this.addBookmark(cell);
    const style = cell?.tagName === 'th' ? 'headerCell' : 'cell';
    const around = { ...place, align: undefined };
    const inner: Place = { ...(cell === undefined ? around : this.placeIn(cell, around)), style };
    const pieces = this.flow(cell?.children ?? [], inner);
    if (pieces.at(-1)?.isTable !== false) pieces.push(this.paragraph([], inner));
    const end = place.tables === 1 ? '\\cell\n' : '\\nestcell{\\nonesttables\\par}\n';
    return pieces
      .map(({ rtf, isTable }, index) =>
        isTable ? rtf : `${rtf}${index === pieces.length - 1 ? end : '\\par\n'}`,
      )
      .join('');
  }

  protected link(address: string, content: string): string {
    const target = address.startsWith('#')
      ? `\\\\l "${this.#bookmarkName(address.slice(1))}"`
      : `"${escapeRtf(address.replaceAll('"', '%22'))}"`;
    return `{\\field{\\*\\fldinst{HYPERLINK ${target}}}{\\fldrslt{\\ul\\cf${this.#color('#0b57d0')} ${content}}}}`;
  }

  protected text(text: string, look: Look, isCode: boolean): string {
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

  protected picture(picture: SizedPicture, size: Size, alt: string): string {
    this.#repeats.count(picture.name, picture.data.length * 2);
    return pictureRtf(picture, size, alt);
  }

  protected note(_: number, note: Element, outer: Place): string {
    const place: Place = { ...outer, ...notePlace, lists: 0, tables: 0 };
    const pieces = this.flow(note.children, place);
    if (pieces[0]?.isTable !== false) pieces.unshift(this.paragraph([], place));
    const [first, ...others] = pieces.map(({ rtf }) => rtf);
    const at = (first ?? '').indexOf(' ') + 1;
    const marked = `${first?.slice(0, at)}{\\super\\chftn} ${first?.slice(at)}`;
    return `{\\super\\chftn}{\\footnote ${[marked, ...others].join('\\par\n')}}`;
  }

  protected noteReference(number: number): string {
    return `{\\super ${number}}`;
  }
}
