import type { Element, ElementContent } from 'hast';
import { isNamed, textProperty } from '../tree/document.ts';
import type { ContentReader } from './content.ts';
import type { Context } from './look.ts';
import { taskBox } from '../tree/items.ts';

export function list(reader: ContentReader, node: Element, context: Context): void {
  const isOrdered = node.tagName === 'ol';
  const start = Number.parseInt(String(node.properties['start'] ?? ''), 10);
  const { type, reversed } = node.properties;
  const properties = {
    ...reader.id(node),
    start: isOrdered && Number.isSafeInteger(start) && start !== 1 ? start : undefined,
    type: isOrdered && typeof type === 'string' && /^[AaIi]$/.test(type) ? type : undefined,
    reversed: (isOrdered && reversed === true) || undefined,
  };
  const inner = { ...context, isList: true, isUnbroken: true, isHeading: false };
  reader.flow.block(isOrdered ? 'ol' : 'ul', properties, { shape: 'blocks' }, () => {
    for (const child of node.children) listed(reader, child, inner);
    numberItems(reader.flow.blocks, isOrdered ? (properties.start ?? 1) : undefined);
  });
}

/** Adds a child of a list. What isn't an item, as in old pages, belongs to the item before it, or is one. */
function listed(reader: ContentReader, child: ElementContent, context: Context): void {
  if (child.type !== 'element' && (child.type !== 'text' || child.value.trim() === '')) return;
  if (isNamed(child, 'li')) {
    reader.element(child, context);
    return;
  }
  const item = reader.flow.blocks.at(-1);
  const inner = { ...context, isList: false };
  const isList = child.type === 'element' && /^(?:ol|ul)$/.test(child.tagName);
  if (isList && item?.type === 'element') {
    reader.element(child, inner);
    if (reader.flow.blocks.at(-1) !== item) item.children.push(...reader.flow.take());
  } else reader.flow.block('li', {}, { shape: 'mixed' }, () => reader.all([child], inner));
}

export function item(reader: ContentReader, node: Element, context: Context): void {
  const value = Number.parseInt(String(node.properties['value'] ?? ''), 10);
  const properties = {
    value: Number.isSafeInteger(value) ? String(value) : undefined,
    dataLabel: textProperty(node, 'dataLabel'),
  };
  const item = reader.holder('li', node, { ...context, isItem: true, isUnbroken: true }, properties, {
    shape: 'mixed',
    isKept: true,
  });
  if (item && taskBox(item)) item.properties['className'] = ['task-list-item'];
}

/** Removes the numbers of items that they have anyway. */
function numberItems(items: readonly ElementContent[], start: number | undefined): void {
  let next = start ?? Number.NaN;
  for (const item of items) {
    if (item.type !== 'element') continue;
    const { value, ...properties } = item.properties;
    if (value !== undefined && (start === undefined || Number(value) === next)) item.properties = properties;
    else if (value !== undefined) next = Number(value);
    next += 1;
  }
}
