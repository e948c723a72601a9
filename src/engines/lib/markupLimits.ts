import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type MarkupVisitor, type Attributes, withoutPrefix } from './markup.ts';

/** Approximately the maximum depth that our own document reader supports. Real documents have far less. */
const maxDepth = 256;
/** The HTML parser becomes slow if more elements are unclosed. */
const maxOpenElements = 10_000;
/**
 * Elements that often have no end tag, either because HTML makes it optional or because parsers tolerate its absence in
 * formatting elements.
 */
const leftOpen: ReadonlySet<string> = new Set(
  [
    ['html', 'head', 'body', 'p', 'li', 'dt', 'dd', 'option', 'optgroup', 'rp', 'rt'],
    ['caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'span', 'strike', 'strong', 'tt', 'u'],
  ].flat(),
);

/** Rejects deeply nested markup, for which document readers need time and memory quadratic in the depth. */
export class NestingLimit implements MarkupVisitor {
  readonly #isHtml: boolean;
  #depth = 0;
  #openElements = 0;

  constructor(from: string) {
    this.#isHtml = from === 'html';
  }

  get isDone(): boolean {
    return this.#openElements > maxOpenElements;
  }

  start(): void {
    this.#depth = 0;
    this.#openElements = 0;
  }

  /** @throws ConversionError `conversion.limit_exceeded` */
  open(name: string): void {
    this.#openElements += 1;
    if (this.#isHtml && leftOpen.has(name)) return;
    this.#depth += 1;
    if (this.#depth <= maxDepth) return;
    throw new ConversionError(fault('document.elements', maxDepth));
  }

  close(name: string): void {
    this.#openElements -= 1;
    if (!this.#isHtml || !leftOpen.has(name)) this.#depth -= 1;
  }
}

/** Limits for each sheet of a workbook. */
export interface SheetLimits {
  /**
   * Maximum number of cells in the range from the first to the last non-empty cell, because readers may visit each of
   * them.
   */
  readonly maxCells: number;
  /** Maximum number of cells that the file contains only once but declares as repeated. */
  readonly maxRepeats?: number;
}

/** The position of a row or cell, starting at 0, and how often it is repeated. */
interface Place {
  readonly first: number;
  readonly times: number;
}

const nowhere: Place = { first: -1, times: 1 };
/** Attributes that only non-empty cells in OpenDocument have. */
const contents: ReadonlySet<string> = new Set(['value-type', 'formula']);

/**
 * Rejects sheets that would expand excessively, before anything expands them: for instance, with a cell in the last
 * corner, or with a row repeated a million times. Supports OOXML and OpenDocument, both zipped and flat.
 */
export class SheetLimit implements MarkupVisitor {
  readonly #limits: SheetLimits;
  #row = nowhere;
  #cell = nowhere;
  /** True while no content of the current cell has been found. */
  #isEmpty = false;
  #rows = 0;
  #columns = 0;
  #repeats = 0;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  /** @throws ConversionError `conversion.limit_exceeded` */
  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'worksheet':
      case 'table':
        this.#startSheet();
        return;
      case 'row':
        this.#startRow({ first: rowNamed(attributes['r']) ?? behind(this.#row), times: 1 });
        return;
      case 'table-row':
        this.#startRow({ first: behind(this.#row), times: repeated(attributes, 'number-rows-repeated') });
        return;
      case 'c':
        this.#startCell({ first: columnNamed(attributes['r']) ?? behind(this.#cell), times: 1 });
        return;
      case 'table-cell':
      case 'covered-table-cell':
        this.#startCell({
          first: behind(this.#cell),
          times: repeated(attributes, 'number-columns-repeated'),
        });
        if (Object.keys(attributes).some((key) => contents.has(withoutPrefix(key)))) this.#fill();
        return;
      default:
        if (this.#isEmpty) this.#fill();
    }
  }

  close(name: string): void {
    if (name === 'c' || name === 'table-cell' || name === 'covered-table-cell') this.#isEmpty = false;
  }

  #startSheet(): void {
    this.#row = nowhere;
    this.#rows = 0;
    this.#columns = 0;
    this.#repeats = 0;
  }

  #startRow(row: Place): void {
    this.#row = row;
    this.#cell = nowhere;
  }

  #startCell(cell: Place): void {
    this.#cell = cell;
    this.#isEmpty = true;
  }

  /** Marks the current cell as non-empty. */
  #fill(): void {
    this.#isEmpty = false;
    this.#rows = Math.max(this.#rows, behind(this.#row));
    this.#columns = Math.max(this.#columns, behind(this.#cell));
    this.#repeats += this.#row.times * this.#cell.times - 1;
    const { maxCells, maxRepeats = Infinity } = this.#limits;
    if (this.#rows * this.#columns > maxCells) {
      throw new ConversionError(fault('sheet.cells', maxCells));
    }
    if (this.#repeats > maxRepeats) {
      throw new ConversionError(fault('sheet.repeats', maxRepeats));
    }
  }
}

function behind({ first, times }: Place): number {
  return first + times;
}

function rowNamed(name: string | undefined): number | undefined {
  const number = Number(name);
  return number >= 1 ? number - 1 : undefined;
}

/** Returns the column index of a cell name such as `XFD1048576`. */
function columnNamed(name = ''): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(name)?.[0];
  if (letters === undefined) return undefined;
  return Buffer.from(letters).reduce((sum, code) => sum * 26 + code - 64, 0) - 1;
}

function repeated(attributes: Attributes, name: string): number {
  const text = Object.entries(attributes).find(([key]) => withoutPrefix(key) === name)?.[1];
  return Math.max(1, Number(text) || 1);
}
