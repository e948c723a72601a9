import type { Element, ElementContent } from 'hast';
import { element, styleText } from '../tree/document.ts';
import { tableOf } from '../tree/tables.ts';
import { childOf, childrenOf, numberOf, toggleOf, valueOf, type XmlElement } from '../xmlTree.ts';
import { shadingOf } from './styles.ts';

/** The most columns that HTML lets a cell span. */
const maxSpan = 1000;

/** Reads a table. Cells that continue those above them become a part of them. */
export function readTable(table: XmlElement, blocksIn: (cell: XmlElement) => ElementContent[]): Element {
  const head: Element[] = [];
  const body: Element[] = [];
  /** The cells that may continue in the next row, by their first columns. */
  const merged = new Map<number, Element>();
  for (const row of childrenOf(table, 'w:tr')) {
    const properties = childOf(row, 'w:trPr');
    const isGone = childOf(properties, 'w:del') ?? toggleOf(childOf(properties, 'w:hidden'));
    if (isGone) continue;
    const isHeader = body.length === 0 && toggleOf(childOf(properties, 'w:tblHeader')) === true;
    const cells: Element[] = [];
    const skip = (name: string): number => {
      const columns = spanOf(childOf(properties, name), 0);
      if (columns > 0) cells.push(cellOf(isHeader, columns, []));
      return columns;
    };
    let column = skip('w:gridBefore');
    for (const each of childrenOf(row, 'w:tc')) {
      const look = childOf(each, 'w:tcPr');
      const span = spanOf(childOf(look, 'w:gridSpan'), 1);
      const merge = childOf(look, 'w:vMerge');
      const above = merge === undefined || valueOf(merge) === 'restart' ? undefined : merged.get(column);
      const content = blocksIn(each);
      if (above === undefined) {
        const cell = cellOf(isHeader, span, content, shadingOf(look));
        cells.push(cell);
        if (merge === undefined) merged.delete(column);
        else merged.set(column, cell);
      } else {
        above.properties['rowSpan'] = Number(above.properties['rowSpan'] ?? 1) + 1;
        for (const block of content) above.children.push(block);
      }
      column += span;
    }
    skip('w:gridAfter');
    (isHeader ? head : body).push(element('tr', {}, cells));
  }
  for (const row of [...head, ...body]) {
    for (const cell of row.children) if (cell.type === 'element') unwrapOnly(cell);
  }
  return tableOf(head, body);
}

function cellOf(isHeader: boolean, span: number, content: ElementContent[], background = ''): Element {
  const properties = {
    colSpan: span > 1 ? span : undefined,
    style: styleText({ backgroundColor: background }),
  };
  return element(isHeader ? 'th' : 'td', properties, content);
}

/** Replaces the only paragraph of a cell by its content. */
export function unwrapOnly(cell: Element): void {
  const [only, ...others] = cell.children;
  if (only?.type !== 'element' || only.tagName !== 'p' || others.length > 0) return;
  cell.properties = { ...only.properties, ...cell.properties };
  cell.children = only.children;
}

function spanOf(property: XmlElement | undefined, least: number): number {
  return Math.min(maxSpan, Math.max(least, numberOf(property) ?? least));
}
