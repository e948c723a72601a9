import type { Element, ElementContent, RootContent } from 'hast';
import { estimatedWidths } from './columns.ts';
import { formulaOf, hasClass, textIn, textProperty } from './document.ts';
import { flowOf, lookIn } from './flow.ts';
import { boxOf } from './items.ts';
import type { Look } from './runs.ts';
import { shownSize, type Size, type SizedPicture } from './sizedPictures.ts';
import { type Grid, Grids } from './tables.ts';
import { Notes } from './notes.ts';

/** The paragraph styles that writers have. Those of headings have the numbers of their levels. */
export type FlowStyle =
  | 'body'
  | 'title'
  | 'subtitle'
  | 'quote'
  | 'code'
  | 'note'
  | 'caption'
  | 'term'
  | 'description'
  | 'item'
  | 'cell'
  | 'headerCell'
  | 'line'
  | (typeof headings)[number];

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** Where blocks are written. Lengths are in points. */
export interface FlowPlace {
  readonly style: FlowStyle;
  readonly width: number;
  readonly indent: number;
  readonly align?: string | undefined;
  /** The look that the blocks around give to text. */
  readonly look: Look;
  readonly isInNote: boolean;
}

/** The place of the text of a document, and that of a note, apart from its width. */
export const topPlace = { style: 'body', indent: 0, look: {}, isInNote: false } as const;
export const notePlace = { ...topPlace, style: 'note', isInNote: true } as const;

/** Writes the blocks of a document, one below the other, in a format with paragraphs, lists, and tables. */
export abstract class FlowWriter<Place extends FlowPlace, Piece> {
  readonly #pictures: ReadonlyMap<string, SizedPicture> | undefined;
  readonly #height: number;
  readonly #placed = new Set<string>();
  readonly #notes = new Notes();
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

  protected abstract paragraph(children: readonly ElementContent[], place: Place, block?: Element): Piece;
  protected abstract list(list: Element, place: Place): Piece[];
  protected abstract table(grid: Grid, widths: readonly number[], place: Place): Piece;
  /** Returns the place of what is in a quote or an alert. */
  protected abstract quoted(place: Place, quote: Element): Place;
  /** Writes the bookmark of an element with this id, or nothing if no link leads there. */
  protected abstract bookmark(id: string): string;
  /** Writes text. In code, white space is kept. */
  protected abstract text(text: string, look: Look, isCode: boolean): string;
  protected abstract readonly lineBreak: string;
  protected abstract link(target: string, content: string): string;
  protected abstract picture(picture: SizedPicture, size: Size, alt: string): string;
  /** Writes a note with a new number, and the reference to it. */
  protected abstract note(number: number, note: Element, place: Place): string;
  protected abstract noteReference(number: number): string;

  /** Returns where a link leads in the target format, or `undefined` if it leads nowhere. */
  protected targetOf(address: string): string | undefined {
    return address;
  }

  /** Returns the place of what is in a block. */
  protected placeIn(block: Element, place: Place): Place {
    const { backgroundColor: _, ...look } = lookIn(place.look, block);
    return { ...place, look, align: textProperty(block, 'align') ?? place.align };
  }

  /** Returns the place of the description of a term. */
  protected described(place: Place): Place {
    return { ...place, style: 'description' };
  }

  protected formula(_: Element, tex: string, look: Look, isCode: boolean): string {
    return this.text(tex, look, isCode);
  }

  protected flow(nodes: readonly RootContent[], place: Place): Piece[] {
    return flowOf(nodes).flatMap((block) => this.block(block, place));
  }

  protected block(block: Element, outer: Place): Piece[] {
    const place = this.placeIn(block, outer);
    const { tagName, children } = block;
    const within = (style: FlowStyle): Piece[] => this.flow(children, { ...place, style });
    this.addBookmark(block);
    const heading = headings.find((name) => name === tagName);
    if (heading !== undefined) return [this.paragraph(children, { ...place, style: heading }, block)];
    switch (tagName) {
      case 'p':
        return [this.paragraph(children, { ...place, style: titleOf(block) ?? place.style }, block)];
      case 'pre':
        return [this.paragraph(children, { ...place, style: 'code' }, block)];
      case 'hr':
        if (!hasClass(block, 'page-break')) return [this.paragraph([], { ...place, style: 'line' })];
        this.#breaksPage = true;
        return [];
      case 'blockquote':
        return this.flow(children, this.quoted(place, block));
      case 'ol':
      case 'ul':
        return this.list(block, place);
      case 'table':
        return this.#table(block, place);
      case 'dt':
      case 'summary':
        return within('term');
      case 'dd':
        return this.flow(children, this.described(place));
      case 'figcaption':
        return within('caption');
      default:
        return this.flow(children, hasClass(block, 'markdown-alert') ? this.quoted(place, block) : place);
    }
  }

  #table(table: Element, place: Place): Piece[] {
    const grid = this.#grids.of(table);
    if (grid === undefined) return [];
    const widths = estimatedWidths(grid, roomIn(place), (node) => {
      const picture = this.#pictures?.get(textProperty(node, 'src') ?? '');
      return picture === undefined ? 0 : shownSize(node, picture).width;
    });
    return [this.table(grid, widths, place)];
  }

  /** Adds the bookmark of an element to the next text. */
  protected addBookmark(of: Element): void {
    const id = textProperty(of, 'id') ?? '';
    if (id === '' || of.tagName === 'footnote' || this.#placed.has(id)) return;
    this.#placed.add(id);
    this.holdBookmarks(this.bookmark(id));
  }

  /** Adds bookmarks to the next text. */
  protected holdBookmarks(bookmarks: string): void {
    this.#waiting += bookmarks;
  }

  protected takeBookmarks(): string {
    const taken = this.#waiting;
    this.#waiting = '';
    return taken;
  }

  /** True if bookmarks wait for the next text. */
  protected get hasBookmarks(): boolean {
    return this.#waiting !== '';
  }

  /** Returns whether the next block begins on a new page. */
  protected takePageBreak(): boolean {
    const taken = this.#breaksPage;
    this.#breaksPage = false;
    return taken;
  }

  /** Writes the content of a paragraph. */
  protected line(children: readonly ElementContent[], place: Place, block?: Element): string {
    const isBold = block !== undefined && hasClass(block, 'markdown-alert-title');
    const look = isBold ? { ...place.look, bold: true } : place.look;
    return this.takeBookmarks() + this.#inline(children, look, place, place.style === 'code');
  }

  #inline(nodes: readonly ElementContent[], look: Look, place: Place, isCode: boolean): string {
    return nodes.map((node) => this.#inlineNode(node, look, place, isCode)).join('');
  }

  #inlineNode(node: ElementContent, look: Look, place: Place, isCode: boolean): string {
    if (node.type === 'text') return this.text(node.value, look, isCode);
    if (node.type !== 'element') return '';
    this.addBookmark(node);
    const own = this.takeBookmarks();
    const inner = lookIn(look, node);
    switch (node.tagName) {
      case 'br':
        return own + this.lineBreak;
      case 'img':
        return own + this.#picture(node, look, place);
      case 'input':
        return own + this.text(`${boxOf(node)} `, look, false);
      case 'footnote':
        return own + this.#note(node, look, place);
      case 'rp':
        return own;
      case 'rt':
        return own + this.text(` (${textIn(node)})`, look, false);
      default: {
        const formula = formulaOf(node);
        if (formula !== undefined) return own + this.formula(node, formula.tex, inner, isCode);
        const { link } = look;
        const target = link === undefined && inner.link !== undefined ? this.targetOf(inner.link) : undefined;
        const content = this.#inline(node.children, { ...inner, link: target ?? link }, place, isCode);
        return own + (target === undefined ? content : this.link(target, content));
      }
    }
  }

  #picture(node: Element, look: Look, place: Place): string {
    if (this.#pictures === undefined) return '';
    const src = textProperty(node, 'src') ?? '';
    const alt = textProperty(node, 'alt') ?? '';
    const picture = this.#pictures.get(src);
    if (picture !== undefined)
      return this.picture(picture, shownSize(node, picture, roomIn(place), this.#height), alt);
    const target = look.link === undefined && /^https?:/i.test(src) ? this.targetOf(src) : undefined;
    if (target === undefined) return this.text(`[${alt || src || 'Picture'}]`, look, false);
    return this.link(target, this.text(alt || src, { ...look, link: target }, false));
  }

  #note(note: Element, look: Look, place: Place): string {
    if (place.isInNote) return this.text(` (${note.children.map(textIn).join(' ')})`, look, false);
    const { size } = this.#notes;
    const number = this.#notes.numberOf(note);
    return number > size ? this.note(number, note, place) : this.noteReference(number);
  }
}

/** The width that is left beside the indentation. */
function roomIn({ width, indent }: FlowPlace): number {
  return Math.max(width / 4, width - indent);
}

function titleOf(block: Element): 'title' | 'subtitle' | undefined {
  return (['title', 'subtitle'] as const).find((name) => hasClass(block, name));
}
