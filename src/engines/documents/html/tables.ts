import type { Element, ElementContent } from 'hast';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { ContentReader } from './content.ts';
import { type Context, plain } from './look.ts';
import { isNamed, childElements } from '../tree/document.ts';

const maxColSpan = 1000;

export function table(reader: ContentReader, node: Element, context: Context): void {
  const captions = node.children.filter((child) => isNamed(child, 'caption'));
  const parts = node.children
    .filter((child) => !isNamed(child, 'caption'))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  reader.all(captions, context);
  const inner = { ...plain(context), isUnbroken: true, isHeading: false, isItem: false };
  const added = reader.block('table', { ...node, children: parts }, inner);
  if (added !== undefined) fitSpans(added, reader);
}

/** Returns the place of a part of a table: heads come first, and feet last. */
function placeOf(part: ElementContent): number {
  return isNamed(part, 'thead') ? 0 : isNamed(part, 'tfoot') ? 2 : 1;
}

export function cell(reader: ContentReader, node: Element, context: Context): void {
  const isHead = node.tagName === 'th' || context.isTableHead === true;
  const { colSpan, rowSpan } = node.properties;
  const { align } = context;
  const properties = {
    ...(colSpan === undefined ? {} : { colSpan: Number(colSpan) }),
    ...(rowSpan === undefined ? {} : { rowSpan: Number(rowSpan) }),
    ...(align === undefined ? {} : { align }),
  };
  const inner = { ...context, align: undefined, isTableHead: false };
  reader.holder(isHead ? 'th' : 'td', node, inner, properties, { shape: 'textOrBlocks', isKept: true });
}

/**
 * Limits the spans of a table's cells to the rows that there are, as browsers do.
 * @throws ConversionError if the cells of the document's tables cover too much
 */
function fitSpans(table: Element, reader: ContentReader): void {
  for (const section of childElements(table)) {
    const rows = childElements(section);
    for (const [at, row] of rows.entries()) {
      for (const cell of childElements(row)) {
        const left = rows.length - at;
        const colSpan = fitted(cell.properties['colSpan'], maxColSpan);
        // A cell that spans no rows goes down to the end.
        const rowSpan = cell.properties['rowSpan'] === 0 ? left : fitted(cell.properties['rowSpan'], left);
        const { colSpan: _, rowSpan: __, ...properties } = cell.properties;
        cell.properties = {
          ...properties,
          ...(colSpan > 1 ? { colSpan } : {}),
          ...(rowSpan > 1 ? { rowSpan } : {}),
        };
        reader.cellsLeft -= colSpan * rowSpan;
        if (reader.cellsLeft < 0) throw new ConversionError(fault('document.depth'));
      }
    }
  }
}

function fitted(span: unknown, most: number): number {
  return typeof span === 'number' && span >= 1 ? Math.min(Math.floor(span), most) : 1;
}
