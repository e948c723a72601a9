import type { OfficeContentNode } from 'officeparser';
import type { Content } from 'pdfmake/interfaces.js';
import { labeledChildren, labelOf, type ListItem } from '../lists.ts';
import { childrenOf } from './inline.ts';
import type { TextSurroundings, TypesetBox } from './page.ts';

const indent = 16;
const itemGap = 2.5;
const deepest = 9;

/** Typesets consecutive items as nested lists. @throws ConversionError */
export async function listOf(
  nodes: readonly OfficeContentNode[],
  page: TextSurroundings,
  width: number,
  boxOf: TypesetBox,
): Promise<Content[]> {
  const items = nodes.filter((node): node is ListItem => node.type === 'list');
  const shown = await Promise.all(items.map(async (item) => itemOf(item, page, width, boxOf)));
  const margin = [0, 0, 0, page.look.paragraphGap - itemGap] as const;
  return shown.length === 0 ? [] : [{ stack: shown, margin: [...margin] }];
}

/** Typesets an item as its own list, so that its marker and depth don't depend on other items. */
async function itemOf(
  item: ListItem,
  page: TextSurroundings,
  width: number,
  boxOf: TypesetBox,
): Promise<Content> {
  const { metadata } = item;
  const depth = Math.min(Math.max(metadata?.indentation ?? 0, 0), deepest);
  const isOrdered = metadata?.listType === 'ordered';
  const isLabeled = labelOf(item) !== undefined;
  const box = metadata?.isTask ? [checkbox(metadata.checked === true)] : [];
  const content = isLabeled ? labeledChildren(item) : [...box, ...childrenOf(item)];
  const entry = { stack: await boxOf(content, page, width - indent * (depth + 1)) };
  const margin: [number, number, number, number] = [indent * depth, 0, 0, itemGap];
  if (isLabeled) return { ol: [entry], type: 'none', margin };
  if (isOrdered) return { ol: [entry], start: (metadata?.itemIndex ?? 0) + 1, margin };
  return { ul: [entry], type: box.length > 0 ? 'none' : 'disc', margin };
}

function checkbox(isChecked: boolean): OfficeContentNode {
  return { type: 'text', text: isChecked ? '☑ ' : '☐ ' };
}
