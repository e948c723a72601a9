import type { Element, ElementContent, Text } from 'hast';
import { element, isNamed, styleOf, styleText } from '../tree/document.ts';
import { wordFormats } from '../tree/listNumbers.ts';
import { isOrdered, type ListMark } from './numbering.ts';

/** A paragraph, a table, or another block, before it is part of a list or a quote. */
export interface Block {
  /** The element, the text of a line of code, or `undefined` for an empty paragraph, which separates code and quotes. */
  readonly node: Element | string | undefined;
  /** The indentation of a quote, for blocks in quotes. */
  readonly quoteIndent?: number | undefined;
  /** True if the block's style is that of a quote, which is within the item that the block begins. */
  readonly isQuote?: boolean;
  /** True if the block has the bar of a quote, which is around the list of the item that the block begins. */
  readonly hasBar?: boolean;
  readonly mark?: ListMark | undefined;
  /** The indentation of the text, in twentieths of a point. */
  readonly indent?: number;
  /** The indentation by which the block continues an item, if it is at least that of the item. */
  readonly itemIndent?: number;
}

const typesByFormat = new Map(Object.entries(wordFormats).map(([type, format]) => [format, type]));
const deepestQuote = 9;
/** The smallest difference in indentation that makes a quote a part of another, in twentieths of a point. */
const quoteStep = 250;
/** The largest indentation within an item of what continues it. Text further in is set off, such as a signature. */
const widestStep = 720;
const twipsPerPoint = 20;

interface OpenList {
  readonly list: Element;
  mark: ListMark;
  item: Element;
  indent: number;
}

/**
 * Nests blocks in lists and quotes, and joins lines of code.
 * @param isIndented true to keep the indentation of other paragraphs
 */
export function nested(blocks: readonly Block[], isIndented = false, quotes = 0): Element[] {
  const top: Element[] = [];
  const lists = new OpenLists(top);
  /** The open quote, and its blocks. */
  let quote = element('blockquote', {});
  let quoted: Block[] = [];
  let code: Text | undefined;
  let place: ElementContent[] = top;
  const end = (): void => {
    if (quoted.length > 0) quote.children = nested(quoted, false, quotes + 1);
    [quoted, code] = [[], undefined];
  };
  for (const block of blocks) {
    const { node } = block;
    if (node === undefined) {
      end();
      continue;
    }
    const inner = lists.take(block);
    const isQuoted = quotes < deepestQuote && (block.isQuote === true || isFurtherIn(inner, lists.indent));
    if (lists.place !== place || isQuoted !== quoted.length > 0) end();
    else if (typeof node !== 'string') code = undefined;
    place = lists.place;
    if (isQuoted) {
      if (quoted.length === 0) place.push((quote = element('blockquote', {})));
      quoted.push(withinQuote(inner, lists.indent));
    } else if (typeof node !== 'string')
      place.push(isIndented && place === top ? indented(node, block.indent) : node);
    else if (code !== undefined) code.value += `\n${node}`;
    else {
      code = { type: 'text', value: node };
      place.push(element('pre', {}, [element('code', {}, [code])]));
    }
  }
  end();
  lists.finish();
  return top;
}

/** The indentation around a block's own item and quote. */
function outerIndent({ indent = 0, mark, isQuote, quoteIndent = 0 }: Block): number {
  return indent - (mark?.isShown === true ? (mark.indent ?? 0) : 0) - (isQuote === true ? quoteIndent : 0);
}

/** True if the indentation of a block in a quote shows one more quote around it. */
function isFurtherIn(block: Block, itemIndent: number): boolean {
  return block.quoteIndent !== undefined && outerIndent(block) - itemIndent > quoteStep;
}

/** Returns a block of a quote as it is within the quote. */
function withinQuote(block: Block, itemIndent: number): Block {
  const { indent = 0, quoteIndent = 0 } = block;
  if (!isFurtherIn(block, itemIndent)) return { node: block.node };
  const step = quoteIndent > quoteStep ? quoteIndent : indent;
  const rest = Math.max(0, indent - itemIndent - step);
  return { ...block, indent: rest, itemIndent: rest };
}

/** Returns a paragraph with its indentation, in twentieths of a point. */
function indented(node: Element, indent = 0): Element {
  if (indent <= 0 || node.tagName !== 'p') return node;
  const style = styleText({ ...styleOf(node), marginLeft: indent / twipsPerPoint });
  return { ...node, properties: { ...node.properties, style } };
}

class OpenLists {
  readonly #top: ElementContent[];
  readonly #open: OpenList[] = [];
  readonly #items: { readonly item: Element; readonly mark: ListMark }[] = [];

  constructor(top: ElementContent[]) {
    this.#top = top;
  }

  /** The indentation of the current item. */
  get indent(): number {
    return this.#open.at(-1)?.indent ?? 0;
  }

  /** The children of the current item, or those of no item. */
  get place(): ElementContent[] {
    return this.#open.at(-1)?.item.children ?? this.#top;
  }

  /** Begins or continues the item that a block belongs to. Returns the block as it is within the item. */
  take(block: Block): Block {
    const { mark, indent = 0, itemIndent = 0, isQuote, quoteIndent } = block;
    const isBarred = block.hasBar === true && isFurtherIn(block, this.#indentAt(outerIndent(block)));
    if (mark?.isShown === true && !isBarred) {
      this.#begin(mark, isQuote === true ? (mark.indent ?? indent) : indent);
      return { ...block, mark: undefined };
    }
    const from = quoteIndent === undefined || itemIndent === 0 ? itemIndent : outerIndent(block);
    const level = mark?.isShown === false ? mark.level : undefined;
    const continues = (item: OpenList): boolean =>
      level === undefined
        ? item.indent > 0 && from >= item.indent && from <= item.indent + widestStep
        : level >= item.mark.level;
    for (let last = this.#open.at(-1); last !== undefined && !continues(last); last = this.#open.at(-1))
      this.#open.pop();
    return block;
  }

  /** The indentation of the innermost item that begins at most this far in. */
  #indentAt(indent: number): number {
    return this.#open.findLast((item) => item.indent <= indent)?.indent ?? 0;
  }

  /** Adds the check boxes of tasks, and sets the first paragraphs of items that have no other as text. */
  finish(): void {
    for (const { item, mark } of this.#items) {
      const [first, ...others] = item.children;
      const isPlain = isNamed(first, 'p');
      const isChecked = mark.isChecked ?? (isOrdered(mark) ? undefined : takeBox(first));
      if (isChecked !== undefined) {
        const box = element('input', { type: 'checkbox', checked: isChecked, disabled: true });
        item.properties['className'] = ['task-list-item'];
        (isPlain ? first : item).children.unshift(box, { type: 'text', value: ' ' });
      }
      const areLists = others.every((each) => each.type === 'element' && /^[ou]l$/.test(each.tagName));
      if (isPlain && areLists && Object.keys(first.properties).length === 0)
        item.children.splice(0, 1, ...first.children);
    }
  }

  #begin(mark: ListMark, indent: number): void {
    const { level, number, label } = mark;
    let last = this.#open.at(-1);
    for (; last !== undefined && last.mark.level > level; last = this.#open.at(-1)) this.#open.pop();
    const isNext = last?.mark.level === level && continuesList(mark, last.mark);
    if (last?.mark.level === level && !isNext) this.#open.pop();
    const isCounted = label === undefined && isOrdered(mark);
    const isUnexpected = isNext && isCounted && number !== (last?.mark.number ?? 0) + 1;
    const item = element('li', { dataLabel: label, value: isUnexpected ? String(number) : undefined });
    this.#items.push({ item, mark });
    if (isNext && last !== undefined) {
      last.list.children.push(item);
      Object.assign(last, { mark, item, indent });
    } else {
      const list = listOf(mark, item);
      this.place.push(list);
      this.#open.push({ list, mark, item, indent });
    }
  }
}

/** Removes the check box with which the text of an item begins, and returns its state. */
function takeBox(first: ElementContent | undefined): boolean | undefined {
  const [text] = first?.type === 'element' ? first.children : [];
  if (text?.type !== 'text' || !/^[☐☑☒] /.test(text.value)) return undefined;
  const isChecked = !text.value.startsWith('☐');
  text.value = text.value.slice(2);
  return isChecked;
}

/** True if an item is part of the list of the item before it. */
function continuesList(mark: ListMark, before: ListMark): boolean {
  if (!isOrdered(mark) || !isOrdered(before)) return isOrdered(mark) === isOrdered(before);
  const isPlain = mark.label === undefined && before.label === undefined;
  return mark.listId === before.listId || (isPlain && mark.number === before.number + 1);
}

function listOf(mark: ListMark, item: Element): Element {
  if (!isOrdered(mark)) return element('ul', {}, [item]);
  const { number, format } = mark;
  const properties = { start: number === 1 ? undefined : number, type: typesByFormat.get(format) };
  return element('ol', properties, [item]);
}
