import type { Element, ElementContent } from 'hast';
import type { OfficeContentNode } from 'officeparser';
import { element } from '../tree/document.ts';
import { letterNumber, romanNumber } from '../tree/listNumbers.ts';
import { anchorsOf, labelMark } from './nodes.ts';

type ListNode = OfficeContentNode & { type: 'list' };

/** The kind of list that an item can be in, with its number there. */
interface Mark {
  /** The `type` of an `ol`, or `bullet`. */
  readonly type: string;
  readonly number: number;
}

interface OpenList extends Mark {
  readonly list: Element;
  readonly depth: number;
  readonly listId: string;
}

/** Deeper items are at this depth, since the tree has a limit. */
const deepest = 50;

/** Nests flat items, by their indentation. */
export class FlatLists {
  readonly #blocks: ElementContent[];
  #open: OpenList[] = [];

  /** @param blocks what the lists are added to */
  constructor(blocks: ElementContent[]) {
    this.#blocks = blocks;
  }

  /** Ends the lists before something else. */
  end(): void {
    this.#open = [];
  }

  add(node: ListNode, item: Element): void {
    const { indentation = 0, listId = '' } = node.metadata ?? {};
    const depth = Math.min(indentation, deepest);
    while ((this.#open.at(-1)?.depth ?? -1) > depth) this.#open.pop();
    const last = this.#open.at(-1);
    const before = last?.depth === depth ? last : undefined;
    const label = labelOf(node);
    const marks = marksOf(node, label);
    const isBullet = marks[0]?.type === 'bullet';
    if (marks.length === 0) item.properties['dataLabel'] = `${label} `;
    const place = { type: '1', number: (node.metadata?.itemIndex ?? 0) + 1 };
    const possible = marks.length === 0 ? [place] : marks;
    const next =
      before && possible.find((each) => follows(each, before) && (!isBullet || before.listId === listId));
    const mark = next ?? possible[0] ?? place;
    if (before !== undefined && next !== undefined) {
      before.list.children.push(item);
      this.#open.splice(-1, 1, { ...before, number: mark.number });
      return;
    }
    if (before !== undefined) this.#open.pop();
    const type = mark.type === '1' || isBullet ? undefined : mark.type;
    const start = isBullet || marks.length === 0 || mark.number === 1 ? undefined : mark.number;
    const list = element(isBullet ? 'ul' : 'ol', { type, start }, [item]);
    const around = this.#open.at(-1)?.list.children.at(-1);
    if (around?.type === 'element') around.children.push(list);
    else this.#blocks.push(list);
    this.#open.push({ ...mark, list, depth, listId });
  }
}

function follows({ type, number }: Mark, before: OpenList): boolean {
  return type === before.type && (type === 'bullet' || number === before.number + 1);
}

function labelOf(node: ListNode): string | undefined {
  const name = anchorsOf(node).find((each) => each.startsWith(labelMark));
  return name && Buffer.from(name.slice(labelMark.length), 'hex').toString();
}

/** Returns the kinds of lists that show a label, the likeliest first. None for a label that only the item itself shows. */
function marksOf(node: ListNode, label: string | undefined): readonly Mark[] {
  const { listType, itemIndex = 0 } = node.metadata ?? {};
  if (!label) return [{ type: listType === 'ordered' ? '1' : 'bullet', number: itemIndex + 1 }];
  // Letters of some fonts are bullets.
  const isNumber = listType === 'ordered' || /^\(?(?:\d{1,9}|[a-z]{1,4})[.)]/i.test(label);
  if (!isNumber || !/[\p{L}\p{N}]/u.test(label)) return [{ type: 'bullet', number: 1 }];
  const sign = /^([\da-z]{1,9})\.?$/i.exec(label)?.[1];
  if (sign === undefined) return [];
  if (/^\d+$/.test(sign)) return [{ type: '1', number: Number(sign) }];
  const isUpper = sign === sign.toUpperCase();
  const roman = { type: isUpper ? 'I' : 'i', number: romanNumber(sign.toLowerCase()) };
  const letter = { type: isUpper ? 'A' : 'a', number: letterNumber(sign.toLowerCase()) };
  const marks = sign.length > 1 || roman.number === 1 ? [roman, letter] : [letter, roman];
  return marks.filter(({ number }) => number > 0);
}
