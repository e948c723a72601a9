import type { Element, ElementContent } from 'hast';
import type { ContentReader } from './content.ts';
import { type Context, plain } from './look.ts';
import { isNamed } from '../tree/document.ts';

export function table(reader: ContentReader, node: Element, context: Context): void {
  const captions = node.children.filter((child) => isNamed(child, 'caption'));
  const parts = node.children
    .filter((child) => !isNamed(child, 'caption'))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  reader.all(captions, context);
  const inner = { ...plain(context), isUnbroken: true, isHeading: false, isItem: false };
  reader.block('table', { ...node, children: parts }, inner);
}

/** Returns the place of a part of a table: heads come first, and feet last. */
function placeOf(part: ElementContent): number {
  return isNamed(part, 'thead') ? 0 : isNamed(part, 'tfoot') ? 2 : 1;
}

export function cell(reader: ContentReader, node: Element, context: Context): void {
  const isHead = node.tagName === 'th' || context.isTableHead === true;
  const { colSpan, rowSpan } = node.properties;
  const properties = {
    colSpan: isSpan(colSpan) && colSpan !== 0 ? colSpan : undefined,
    rowSpan: isSpan(rowSpan) ? rowSpan : undefined,
    align: context.align,
  };
  const inner = { ...context, align: undefined, isTableHead: false };
  reader.holder(isHead ? 'th' : 'td', node, inner, properties, { shape: 'textOrBlocks', isKept: true });
}

function isSpan(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value !== 1;
}
