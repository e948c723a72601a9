import type { Element, ElementContent, Text } from 'hast';
import { element, styleOf, styleText } from '../tree/document.ts';
import { wordFormats } from '../tree/listNumbers.ts';
import type { ListMark } from './numbering.ts';

/** A paragraph, a table, or another block, before it is part of a list or a quote. */
export interface Block {
  /** The element, the text of a line of code, or `undefined` for an empty paragraph, which separates code and quotes. */
  readonly node: Element | string | undefined;
  /** The indentation of the style of a quote; `undefined` for other blocks. */
  readonly quoteIndent?: number | undefined;
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

interface OpenQuote {
  readonly quote: Element;
  readonly indent: number;
}

/**
 * Nests blocks in lists and quotes, and joins lines of code.
 * @param isIndented true to keep the indentation of other paragraphs
 */
export function nested(blocks: readonly Block[], isIndented = false): ElementContent[] {
  const top: ElementContent[] = [];
  const lists = new OpenLists(top);
  let quotes: OpenQuote[] = [];
  let code: Text | undefined;
  let place = top;
  for (const block of blocks) {
    const { node } = block;
    if (node === undefined) {
      [code, quotes] = [undefined, []];
      continue;
    }
    const before = place;
    place = lists.placeOf(block);
    if (place !== before || typeof node !== 'string') code = undefined;
    if (place !== before || block.quoteIndent === undefined) quotes = [];
    if (typeof node === 'string') {
      if (code !== undefined) code.value += `\n${node}`;
      else {
        code = { type: 'text', value: node };
        place.push(element('pre', {}, [element('code', {}, [code])]));
      }
    } else if (block.quoteIndent !== undefined)
      quoteFor(block, lists.indent, place, quotes).children.push(node);
    else place.push(isIndented && place === top ? indented(node, block.indent) : node);
  }
  lists.finish();
  return top;
}

/** Returns a paragraph with its indentation, in twentieths of a point. */
function indented(node: Element, indent = 0): Element {
  if (indent <= 0 || node.tagName !== 'p') return node;
  const style = styleText({ ...styleOf(node), marginLeft: indent / twipsPerPoint });
  return { ...node, properties: { ...node.properties, ...(style === undefined ? {} : { style }) } };
}

/** Returns the quote for a paragraph, which is within the quote before it if its indentation is larger. */
function quoteFor(
  { indent = 0, quoteIndent = 0 }: Block,
  itemIndent: number,
  place: ElementContent[],
  quotes: OpenQuote[],
): Element {
  const begin = (at: number): void => {
    const quote = element('blockquote', {});
    (quotes.at(-1)?.quote.children ?? place).push(quote);
    quotes.push({ quote, indent: at });
  };
  if (quotes.length === 0) begin(itemIndent + quoteIndent);
  while (quotes.length > 1 && indent < (quotes.at(-1)?.indent ?? 0) - quoteStep) quotes.pop();
  if (indent > (quotes.at(-1)?.indent ?? 0) + quoteStep && quotes.length < deepestQuote) begin(indent);
  return quotes.at(-1)?.quote ?? element('blockquote', {});
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

  /** Returns the children of the item, new or continued, that a block belongs to, or those of no item. */
  placeOf({ mark, indent = 0, itemIndent = 0 }: Block): ElementContent[] {
    if (mark?.isShown === true) return this.#item(mark, indent).children;
    const continues = ({ mark: { level }, indent: at }: OpenList): boolean =>
      mark === undefined ? at > 0 && itemIndent >= at && itemIndent <= at + widestStep : mark.level >= level;
    for (let last = this.#open.at(-1); last !== undefined && !continues(last); last = this.#open.at(-1))
      this.#open.pop();
    return this.#place();
  }

  /** Adds the check boxes of tasks, and sets the first paragraphs of items that have no other as text. */
  finish(): void {
    for (const { item, mark } of this.#items) {
      const [first, ...others] = item.children;
      const isPlain = first?.type === 'element' && first.tagName === 'p';
      const isChecked = mark.isChecked ?? (mark.isOrdered ? undefined : takeBox(first));
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

  #place(): ElementContent[] {
    return this.#open.at(-1)?.item.children ?? this.#top;
  }

  #item(mark: ListMark, indent: number): Element {
    const { level, isOrdered, number, label } = mark;
    let last = this.#open.at(-1);
    for (; last !== undefined && last.mark.level > level; last = this.#open.at(-1)) this.#open.pop();
    const isNext = last?.mark.level === level && continuesList(mark, last.mark);
    if (last?.mark.level === level && !isNext) this.#open.pop();
    const item = element('li', {
      ...(label === undefined ? {} : { dataLabel: label }),
      ...(isNext && label === undefined && isOrdered && number !== (last?.mark.number ?? 0) + 1
        ? { value: String(number) }
        : {}),
    });
    this.#items.push({ item, mark });
    if (isNext && last !== undefined) {
      last.list.children.push(item);
      Object.assign(last, { mark, item, indent });
    } else {
      const list = listOf(mark, item);
      this.#place().push(list);
      this.#open.push({ list, mark, item, indent });
    }
    return item;
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
  if (!mark.isOrdered || !before.isOrdered) return mark.isOrdered === before.isOrdered;
  const isPlain = mark.label === undefined && before.label === undefined;
  return mark.listId === before.listId || (isPlain && mark.number === before.number + 1);
}

function listOf({ isOrdered, number, format }: ListMark, item: Element): Element {
  if (!isOrdered) return element('ul', {}, [item]);
  const type = typesByFormat.get(format);
  return element(
    'ol',
    { ...(number === 1 ? {} : { start: number }), ...(type === undefined ? {} : { type }) },
    [item],
  );
}
