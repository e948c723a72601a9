import type { Element, ElementContent } from 'hast';
import { childElements, isNamed, textProperty } from './document.ts';
import { letterNumber, listNumber, romanNumber } from './listNumbers.ts';

/** Returns the box of a task with which an item, or its first paragraph, begins. */
export function taskBox({ children: [first] }: Element): Element | undefined {
  if (isNamed(first, 'input')) return first;
  return isNamed(first, 'p') ? taskBox(first) : undefined;
}

/** Returns the content of an item without the box of a task. */
export function withoutBox(item: Element): readonly ElementContent[] {
  if (taskBox(item) === undefined) return item.children;
  const [first, ...others] = item.children;
  return isNamed(first, 'p')
    ? [{ ...first, children: [...withoutBox(first)] }, ...others]
    : withoutLeadingSpace(others);
}

/** Returns the label that an item has instead of its bullet or number, which may be the box of a task. */
export function labelOf(item: Element): string | undefined {
  const box = taskBox(item);
  return textProperty(item, 'dataLabel') ?? (box && `${boxOf(box)} `);
}

/** Returns the sign for the box of a task. */
export function boxOf({ properties: { checked } }: Element): string {
  return checked === true || checked === '' ? '☑' : '☐';
}

/** Returns the content of a line without the space at its beginning. */
function withoutLeadingSpace(line: readonly ElementContent[]): readonly ElementContent[] {
  const [first, ...others] = line;
  return first?.type === 'text' ? [{ ...first, value: first.value.trimStart() }, ...others] : line;
}

/** How a list numbers its items. */
export interface ListNumbering {
  /** The `type` of an `ol`, `bullet`, or `none` for items with labels of their own, which are written as text. */
  readonly type: string;
  readonly start: number;
  readonly prefix: string;
  readonly suffix: string;
}

/** Returns the items of a list. */
export function itemsOf(list: Element): readonly Element[] {
  return childElements(list).filter(({ tagName }) => tagName === 'li');
}

/** Returns the numbering of a list, which shows the labels of its items if they follow a pattern. */
export function numberingOf(list: Element): ListNumbering {
  const labels = itemsOf(list).map((item) => labelOf(item)?.trim());
  const start = Math.max(0, Math.trunc(Number(list.properties['start'] ?? 1)) || 0);
  const type = list.tagName === 'ul' ? 'bullet' : (textProperty(list, 'type') ?? '1');
  if (labels.every((label) => label === undefined)) return { type, start, prefix: '', suffix: '.' };
  const [, prefix = '', sign = '', suffix = ''] =
    /^([^\p{L}\p{N}]*)(\d{1,9}|[a-z]{1,9}|[A-Z]{1,9})([^\p{L}\p{N}]*)$/u.exec(labels[0] ?? '') ?? [];
  const [letter, roman] = sign === sign.toUpperCase() ? ['A', 'I'] : ['a', 'i'];
  const numberings = [
    { type: '1', start: Number(sign) },
    { type: roman, start: romanNumber(sign.toLowerCase()) },
    { type: letter, start: letterNumber(sign.toLowerCase()) },
  ].map((each) => ({ ...each, prefix, suffix }));
  const shown = numberings.find(
    (each) => each.start > 0 && labels.every((label, index) => label === labelAt(each, index)),
  );
  return shown ?? { type: 'none', start, prefix: '', suffix: '' };
}

/** Returns the label that a numbering gives an item. */
export function labelAt({ type, start, prefix, suffix }: ListNumbering, index: number): string {
  return type === 'bullet' ? '•' : `${prefix}${listNumber(start + index, type)}${suffix}`;
}
