import type { Element, ElementContent } from 'hast';
import { own } from '../../../util/own.ts';
import { element, styleOf, textProperty } from './document.ts';
import { type Look, isLink } from './runs.ts';

const blockNames: ReadonlySet<string> = new Set(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const looks: Readonly<Record<string, Look>> = {
  b: { bold: true },
  cite: { italic: true },
  code: { code: true },
  del: { strikethrough: true },
  dfn: { italic: true },
  em: { italic: true },
  i: { italic: true },
  ins: { underline: true },
  kbd: { code: true },
  mark: { backgroundColor: '#ffff00' },
  s: { strikethrough: true },
  samp: { code: true },
  strike: { strikethrough: true },
  strong: { bold: true },
  sub: { subscript: true },
  sup: { superscript: true },
  tt: { code: true },
  u: { underline: true },
  var: { italic: true },
};
const blocks = new WeakMap<Element, boolean>();

/** True for a block, or another element around one. */
export function isBlock(node: ElementContent): node is Element {
  if (node.type !== 'element' || node.tagName === 'footnote') return false;
  if (blockNames.has(node.tagName)) return true;
  const known = blocks.get(node) ?? node.children.some(isBlock);
  blocks.set(node, known);
  return known;
}

/** Returns the content of an element as blocks: what is in lines between blocks becomes paragraphs. */
export function flowOf(nodes: readonly ElementContent[]): readonly Element[] {
  const flow: Element[] = [];
  let line: ElementContent[] = [];
  for (const node of nodes) {
    if (!isBlock(node)) {
      line.push(node);
      continue;
    }
    if (line.some(isShown)) flow.push(element('p', {}, line));
    line = [];
    flow.push(node);
  }
  if (line.some(isShown)) flow.push(element('p', {}, line));
  return flow;
}

function isShown(node: ElementContent): boolean {
  return node.type === 'element' || (node.type === 'text' && node.value.trim() !== '');
}

/** Returns the look of the content of an element whose own look is `around`. */
export function lookIn(around: Look, node: Element): Look {
  const { color, backgroundColor, fontSize } = styleOf(node);
  const link = node.tagName === 'a' ? textProperty(node, 'href') : undefined;
  return {
    ...around,
    ...own(looks, node.tagName),
    ...(isLink(link) ? { link } : {}),
    ...(color === undefined ? {} : { color }),
    ...(backgroundColor === undefined ? {} : { backgroundColor }),
    ...(fontSize === undefined ? {} : { fontSize }),
  };
}

/** A cell at its place in the grid of a table. */
interface GridCell {
  readonly cell: Element;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
}

export interface Grid {
  /** For each row, the cells that begin in it, and the columns that cells from above cover, in order. */
  readonly rows: readonly (readonly (GridCell | { readonly covered: GridCell })[])[];
  readonly columns: number;
  /** The number of rows in the head. */
  readonly headRows: number;
}

/** The maximum number of places in a grid, for each cell and in addition. */
const placesPerCell = 20;
const basePlaces = 100_000;

/** Returns the grid of a table, or `undefined` if it has no cells. Spans never make it much larger than its cells. */
export function gridOf(table: Element): Grid | undefined {
  const rows = rowsIn(table);
  const cellCount = rows.reduce((sum, { cells }) => sum + cells.length, 0);
  let left = basePlaces + placesPerCell * cellCount;
  const grid = rows.map((): (GridCell | { readonly covered: GridCell })[] => []);
  for (const [at, { cells }] of rows.entries()) {
    const row = grid[at] ?? [];
    let column = 0;
    for (const cell of cells) {
      while (row[column] !== undefined) column += 1;
      const size = {
        columns: spanIn(cell, 'colSpan', left),
        rows: Math.min(spanIn(cell, 'rowSpan', left), rows.length - at),
      };
      const placed: GridCell = {
        cell,
        column,
        ...(size.columns * size.rows > left ? { columns: 1, rows: 1 } : size),
      };
      left -= placed.columns * placed.rows;
      for (let down = 0; down < placed.rows; down += 1) {
        for (let across = 0; across < placed.columns; across += 1) {
          const line = grid[at + down];
          if (line !== undefined)
            line[column + across] ??= down + across === 0 ? placed : { covered: placed };
        }
      }
      column += placed.columns;
    }
  }
  const columns = grid.reduce((most, { length }) => Math.max(most, length), 0);
  const body = rows.findIndex(({ isHead }) => !isHead);
  return columns === 0 ? undefined : { rows: grid, columns, headRows: body < 0 ? 0 : body };
}

function spanIn(cell: Element, name: 'colSpan' | 'rowSpan', most: number): number {
  const span = Math.trunc(Number(cell.properties[name] ?? 1));
  return span > 1 ? Math.min(span, 1000, Math.max(1, most)) : 1;
}

interface Row {
  readonly cells: readonly Element[];
  readonly isHead: boolean;
}

function rowsIn(table: Element, isInHead = false): Row[] {
  return table.children.flatMap((part): Row[] => {
    if (part.type !== 'element') return [];
    if (part.tagName !== 'tr') {
      return /^t(?:head|body|foot)$/.test(part.tagName) ? rowsIn(part, part.tagName === 'thead') : [];
    }
    const cells = part.children.filter(
      (each): each is Element => each.type === 'element' && /^t[hd]$/.test(each.tagName),
    );
    return [
      { cells, isHead: isInHead || (cells.length > 0 && cells.every(({ tagName }) => tagName === 'th')) },
    ];
  });
}
