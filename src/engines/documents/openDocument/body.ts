import type { Element, ElementContent, RootContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { styleOf } from '../tree/document.ts';
import { flowOf } from '../tree/flow.ts';
import { type FlowPlace, FlowWriter, notePlace, topPlace } from '../tree/flowWriter.ts';
import { sum } from '../tree/columns.ts';
import { itemsOf, labelOf, numberingOf, withoutBox } from '../tree/items.ts';
import { isList, type Look } from '../tree/runs.ts';
import type { Size, SizedPicture } from '../tree/sizedPictures.ts';
import type { Grid, Slot } from '../tree/tables.ts';
import { AutomaticStyles } from './automaticStyles.ts';
import { inches, styleId } from './styleSheet.ts';
import { xmlText } from '../xmlTree.ts';

/** Where blocks are written. Only styles indent them. */
interface Place extends FlowPlace {
  readonly quotes: number;
}

const quoteIndent = 29;
/** Addresses that aren't relative to the folder of the document. */
const fixedAddress = /^(?:[a-z][a-z\d+.-]*:|[#/])/i;

/** The names of the styles, apart from those of headings. */
const names: Readonly<Record<string, string>> = {
  body: 'Text body',
  title: 'Title',
  subtitle: 'Subtitle',
  quote: 'Quotations',
  code: 'Preformatted Text',
  note: 'Footnote',
  caption: 'Caption',
  term: 'Definition Term',
  description: 'Definition Definition',
  item: 'List Paragraph',
  cell: 'Table Contents',
  headerCell: 'Table Heading',
  line: 'Horizontal Line',
};

/** A piece of a list, or a block in it that OpenDocument only allows outside of lists. */
interface ListPiece {
  readonly xml: string;
  readonly isLifted: boolean;
}

/** Writes the body of an OpenDocument text. */
export class OpenBody extends FlowWriter<Place, string> {
  readonly styles = new AutomaticStyles();
  protected readonly lineBreak = '<text:line-break/>';

  /** Writes the whole text in lines that are `width` points long. */
  write(nodes: readonly RootContent[], width: number): string {
    const place: Place = { ...topPlace, width, quotes: 0 };
    const xml = this.flow(nodes, place).join('');
    return this.hasBookmarks ? xml + this.paragraph([], place) : xml;
  }

  protected quoted(place: Place): Place {
    const width = Math.max(place.width / 2, place.width - 2 * quoteIndent);
    return { ...place, style: 'quote', width, quotes: place.quotes + 1 };
  }

  protected paragraph(children: readonly ElementContent[], place: Place, block?: Element): string {
    const [, level] = /^h(\d)$/.exec(place.style) ?? [];
    const name = ownValue(names, place.style) ?? `Heading ${level}`;
    const { align } = place;
    const { marginLeft = 0 } = block === undefined ? {} : styleOf(block);
    const isNested = place.style === 'quote' && place.quotes > 1;
    const indent = isNested ? place.quotes * quoteIndent : marginLeft;
    const style = this.styles.paragraph(
      styleId(name),
      [
        align === undefined || align === 'left'
          ? ''
          : ` fo:text-align="${align === 'right' ? 'end' : align}"`,
        indent > 0 ? ` fo:margin-left="${inches(indent)}"` : '',
        this.#pageBreak(),
      ].join(''),
    );
    const content = this.line(children, place, block);
    return level === undefined
      ? `<text:p text:style-name="${style}">${content}</text:p>`
      : `<text:h text:style-name="${style}" text:outline-level="${level}">${content}</text:h>`;
  }

  #pageBreak(): string {
    return this.takePageBreak() ? ' fo:break-before="page"' : '';
  }

  protected bookmark(id: string): string {
    return `<text:bookmark text:name="${xmlText(id)}"/>`;
  }

  protected list(list: Element, place: Place): string[] {
    return [joined(this.#pieces(list, place), this.#listWrapper(list))];
  }

  #pieces(list: Element, place: Place): ListPiece[] {
    const inner: Place = { ...place, style: 'item', quotes: 0 };
    const { type, start } = numberingOf(list);
    return itemsOf(list).flatMap((item, index): ListPiece[] => {
      this.addBookmark(item);
      const label = labelOf(item);
      const number = list.tagName === 'ol' ? `${start + index}. ` : '';
      const value = index === 0 && start !== 1 && type !== 'none' ? ` text:start-value="${start}"` : '';
      return wrapped(
        this.#itemPieces(
          withoutBox(item),
          type === 'none' ? (label ?? number) : '',
          this.placeIn(item, inner),
        ),
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
    if (blocks.length === 0) return [{ xml: this.paragraph([], place), isLifted: false }];
    return blocks.flatMap((block, index): ListPiece[] => {
      if (block === undefined) return [{ xml: this.paragraph([labelNode], place), isLifted: false }];
      if (index === 0 && hasLine && label !== '') {
        const xml = this.paragraph([labelNode, ...block.children], this.placeIn(block, place), block);
        return [{ xml, isLifted: false }];
      }
      if (isList(block)) {
        this.addBookmark(block);
        return wrapped(this.#pieces(block, place), this.#listWrapper(block));
      }
      return [{ xml: this.block(block, place).join(''), isLifted: holdsTable(block) }];
    });
  }

  #listWrapper(list: Element): (items: string, isNext: boolean) => string {
    const style = this.styles.list(numberingOf(list));
    return (items, isNext) => {
      const continued = isNext ? ' text:continue-numbering="true"' : '';
      return `<text:list text:style-name="${style}"${continued}>${items}</text:list>`;
    };
  }

  protected table(grid: Grid, widths: readonly number[], place: Place): string {
    const style = this.styles.table(sum(widths), this.#pageBreak());
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
    return `<table:table table:style-name="${style}">${columns.join('')}${header}${rows.slice(headRows).join('')}</table:table>`;
  }

  #slot({ cell, column, columns, rows, isContinued }: Slot, widths: readonly number[], place: Place): string {
    if (cell === undefined) return '<table:table-cell/>';
    const covered = '<table:covered-table-cell/>';
    if (isContinued) return covered.repeat(columns);
    this.addBookmark(cell);
    const style = cell.tagName === 'th' ? 'headerCell' : 'cell';
    const width = Math.max(10, sum(widths.slice(column, column + columns)) - 8);
    const inner: Place = { ...this.placeIn(cell, { ...place, align: undefined }), style, width, quotes: 0 };
    const flow = flowOf(cell.children);
    const content = flow.length === 0 ? this.paragraph([], inner) : this.flow(flow, inner).join('');
    const spans = [
      columns > 1 ? ` table:number-columns-spanned="${columns}"` : '',
      rows > 1 ? ` table:number-rows-spanned="${rows}"` : '',
    ].join('');
    const name = this.styles.cell(styleOf(cell).backgroundColor);
    return `<table:table-cell table:style-name="${name}"${spans} office:value-type="string">${content}</table:table-cell>${covered.repeat(columns - 1)}`;
  }

  protected text(text: string, look: Look, isCode: boolean): string {
    return this.styles.span(isCode ? { ...look, code: false } : look, textXml(text, isCode));
  }

  protected link(to: string, content: string): string {
    const address = fixedAddress.test(to) ? to : `../${to}`;
    return `<text:a xlink:type="simple" xlink:href="${xmlText(address.replaceAll(' ', '%20'))}" text:style-name="Internet_20_link">${content}</text:a>`;
  }

  protected picture({ name }: SizedPicture, { width, height }: Size, alt: string): string {
    const description = alt === '' ? '' : `<svg:desc>${xmlText(alt)}</svg:desc>`;
    return `<draw:frame text:anchor-type="as-char" svg:width="${inches(width)}" svg:height="${inches(height)}"><draw:image xlink:href="Pictures/${name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>${description}</draw:frame>`;
  }

  protected note(number: number, note: Element, { width }: Place): string {
    const place: Place = { ...notePlace, width, quotes: 0 };
    const flow = flowOf(note.children);
    const body = flow.length === 0 ? this.paragraph([], place) : this.flow(flow, place).join('');
    return `<text:note text:id="ftn${number}" text:note-class="footnote"><text:note-citation>${number}</text:note-citation><text:note-body>${body}</text:note-body></text:note>`;
  }

  protected noteReference(number: number): string {
    const reference = `<text:note-ref text:note-class="footnote" text:reference-format="text" text:ref-name="ftn${number}">${number}</text:note-ref>`;
    return this.styles.span({ superscript: true }, reference);
  }
}

/** True for a block that lists can't contain. */
function holdsTable(block: Element): boolean {
  return (
    block.tagName === 'table' || block.children.some((each) => each.type === 'element' && holdsTable(each))
  );
}

/** Wraps what is between lifted blocks. `isNext` is true for all but the first wrapped piece. */
function wrapped(pieces: readonly ListPiece[], wrap: (xml: string, isNext: boolean) => string): ListPiece[] {
  const result: ListPiece[] = [];
  let open = '';
  let isNext = false;
  const end = (): void => {
    if (open !== '') {
      result.push({ xml: wrap(open, isNext), isLifted: false });
      isNext = true;
    }
    open = '';
  };
  for (const piece of pieces) {
    if (!piece.isLifted) open += piece.xml;
    else {
      end();
      result.push(piece);
    }
  }
  end();
  return result;
}

/** Writes pieces, with what is between lifted blocks wrapped. */
function joined(pieces: readonly ListPiece[], wrap: (xml: string, isNext: boolean) => string): string {
  return wrapped(pieces, wrap)
    .map(({ xml }) => xml)
    .join('');
}

/** Writes text. In code, white space is kept. */
function textXml(text: string, isCode: boolean): string {
  const written = xmlText(text);
  if (!isCode) return written;
  return written
    .replaceAll(/^ | {2,}/gm, (spaces) => `<text:s text:c="${spaces.length}"/>`)
    .replaceAll('\t', '<text:tab/>')
    .replaceAll(/\r\n?|\n/g, '<text:line-break/>');
}
