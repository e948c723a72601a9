import { ownValue } from '../../../../util/ownValue.ts';
import { element, type XmlElement } from '../../xmlTree.ts';
import { property } from './look.ts';

/** A cell as the definition of its row has it. Lengths are in twentieths of a point. */
interface CellDefinition {
  readonly right: number;
  /** True if it continues the cell above it, or begins one that continues below. */
  readonly above?: 'continue' | 'restart';
  /** True if it is a part of the cell before it. */
  readonly isJoined?: boolean;
  /** The index of its color in the table of colors. */
  readonly background?: number;
}

/** What control words set for the next cell. */
const cellWords: Readonly<Record<string, (parameter: number) => Partial<CellDefinition>>> = {
  clvmgf: () => ({ above: 'restart' }),
  clvmrg: () => ({ above: 'continue' }),
  clmrg: () => ({ isJoined: true }),
  clcbpat: (background) => ({ background }),
};

/** The definition of a row, which control words build. */
export class RowDefinition {
  left = 0;
  isHeader = false;
  readonly cells: CellDefinition[] = [];
  #next: Partial<CellDefinition> = {};

  /** Applies a control word. */
  add(word: string, parameter = 0): void {
    switch (word) {
      case 'trleft':
        this.left = parameter;
        break;
      case 'trhdr':
        this.isHeader = true;
        break;
      case 'cellx':
        this.cells.push({ ...this.#next, right: parameter });
        this.#next = {};
        break;
      default:
        this.#next = { ...this.#next, ...ownValue(cellWords, word)?.(parameter) };
    }
  }
}

/** A cell, with those that are a part of it. */
interface ShownCell {
  readonly definition: CellDefinition;
  columns: number;
  blocks: readonly XmlElement[];
}

interface Row {
  readonly definition: RowDefinition;
  readonly cells: readonly XmlElement[][];
}

/** The tables at a depth, or the text outside of tables. */
interface Level {
  /** The blocks of the current cell, or those outside of tables. */
  blocks: XmlElement[];
  cells: XmlElement[][];
  rows: Row[];
}

/** Edges of cells that are less than this apart are one, in twentieths of a point. */
const sameEdge = 30;
const usualWidth = 1440;
/** Deeper tables are a part of the tables at this depth. */
const deepestTable = 50;

/** The blocks of a text, with its tables, of which RTF only marks the ends of cells and rows. */
export class RtfBlocks {
  readonly #levels: Level[] = [{ blocks: [], cells: [], rows: [] }];
  readonly #colors: readonly (string | undefined)[];

  constructor(colors: readonly (string | undefined)[]) {
    this.#colors = colors;
  }

  /** Adds a block within a number of tables. */
  add(block: XmlElement, depth: number): void {
    this.#at(depth).blocks.push(block);
  }

  endCell(depth: number): void {
    const level = this.#at(Math.max(1, depth));
    level.cells.push(level.blocks);
    level.blocks = [];
  }

  endRow(depth: number, definition: RowDefinition): void {
    const level = this.#at(Math.max(1, depth));
    if (level.blocks.length > 0) level.cells.push(level.blocks);
    if (level.cells.length > 0) level.rows.push({ definition, cells: level.cells });
    [level.blocks, level.cells] = [[], []];
  }

  /** Ends all tables, and returns the blocks. */
  finish(): XmlElement[] {
    return this.#at(0).blocks;
  }

  #at(wanted: number): Level {
    const depth = Math.min(Math.max(0, wanted), deepestTable);
    while (this.#levels.length > depth + 1) this.#close();
    while (this.#levels.length <= depth) this.#levels.push({ blocks: [], cells: [], rows: [] });
    return this.#levels[depth] ?? { blocks: [], cells: [], rows: [] };
  }

  #close(): void {
    const inner = this.#levels.pop();
    const outer = this.#levels.at(-1)?.blocks;
    if (inner === undefined || outer === undefined) return;
    if (inner.rows.length > 0) outer.push(this.#table(inner.rows));
    // Cells without the end of their row are text.
    for (const block of [...inner.cells.flat(), ...inner.blocks]) outer.push(block);
  }

  #table(rows: readonly Row[]): XmlElement {
    const edges = columnEdges(rows);
    const written = rows.map((row) => this.#row(row, edges));
    return element('w:tbl', {}, written);
  }

  #row({ definition: { left, isHeader, cells: defined }, cells }: Row, edges: Edges): XmlElement {
    const shown: ShownCell[] = [];
    const before = edges(left);
    let [column, right] = [before, left];
    for (const [at, blocks] of cells.entries()) {
      const definition = defined[at] ?? { right: right + usualWidth };
      ({ right } = definition);
      const columns = Math.max(1, edges(right) - column);
      column += columns;
      const last = shown.at(-1);
      if (definition.isJoined === true && last !== undefined) {
        last.columns += columns;
        last.blocks = [...last.blocks, ...blocks.filter(hasText)];
      } else shown.push({ definition, columns, blocks });
    }
    const properties = element('w:trPr', {}, [
      ...(before > 0 ? [property('w:gridBefore', before)] : []),
      ...(isHeader ? [element('w:tblHeader')] : []),
    ]);
    return element('w:tr', {}, [properties, ...shown.map((cell) => this.#cell(cell))]);
  }

  #cell({ definition: { above, background }, columns, blocks }: ShownCell): XmlElement {
    const fill = background === undefined ? undefined : this.#colors[background];
    const properties = element('w:tcPr', {}, [
      property('w:gridSpan', columns),
      ...(above === undefined ? [] : [property('w:vMerge', above)]),
      ...(fill === undefined ? [] : [element('w:shd', { 'w:fill': fill })]),
    ]);
    return element('w:tc', {}, [properties, ...blocks]);
  }
}

/** Returns the number of columns before an edge. */
type Edges = (at: number) => number;

function columnEdges(rows: readonly Row[]): Edges {
  const all = new Set(
    rows.flatMap(({ definition: { left, cells } }) => [left, ...cells.map(({ right }) => right)]),
  );
  const places = new Map<number, number>();
  let [count, last] = [-1, -Infinity];
  for (const edge of [...all].toSorted((a, b) => a - b)) {
    if (edge - last >= sameEdge) [count, last] = [count + 1, edge];
    places.set(edge, count);
  }
  return (at) => places.get(at) ?? 0;
}

function hasText({ name, children }: XmlElement): boolean {
  return name !== 'w:p' || children.some((child) => typeof child === 'object' && child.name !== 'w:pPr');
}
