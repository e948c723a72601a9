import type { Element, ElementContent } from 'hast';
import { element } from '../tree/document.ts';
import { isList, tightContent } from '../tree/runs.ts';
import { listNumber } from '../tree/listNumbers.ts';
import { attributeOf, elementsOf, type XmlElement } from '../xmlTree.ts';
import { type ListLevel, numberOf, type OpenStyles } from './styles.ts';

/** The last numbers of a list, by level. */
type Numbers = number[];

/** Reads lists, and counts their items as OpenDocument 1.3 says (part 3, 5.3). */
export class Lists {
  readonly #styles: OpenStyles;
  readonly #blocksOf: (item: XmlElement) => ElementContent[];
  readonly #byStyle = new Map<string, Numbers>();
  readonly #byId = new Map<string, Numbers>();
  /** The lists around the element that is read, outermost first. */
  #open: { readonly style: string | undefined; readonly numbers: Numbers }[] = [];

  /** @param blocksOf returns the content of an item, with its empty paragraphs */
  constructor(styles: OpenStyles, blocksOf: (item: XmlElement) => ElementContent[]) {
    this.#styles = styles;
    this.#blocksOf = blocksOf;
  }

  /** Reads a list, and adds it to the blocks before it, which may end with a list that it continues. */
  add(list: XmlElement, blocks: ElementContent[]): void {
    const around = this.#open.at(-1);
    const style = attributeOf(list, 'text:style-name') ?? around?.style;
    const level = this.#open.length;
    const definition = this.#styles.level(style, level);
    const isContinued = attributeOf(list, 'text:continue-numbering') === 'true';
    const id = attributeOf(list, 'xml:id');
    const continuedId = attributeOf(list, 'text:continue-list');
    const continued = continuedId === undefined ? undefined : this.#byId.get(continuedId);
    const known = continued ?? (isContinued ? this.#byStyle.get(style ?? '') : undefined);
    const numbers = around?.numbers ?? known ?? [];
    if (known === undefined && !isContinued) numbers.length = level;
    this.#byStyle.set(style ?? '', numbers);
    if (id !== undefined) this.#byId.set(id, numbers);
    this.#open.push({ style, numbers });
    for (const item of elementsOf(list)) {
      const isItem = item.name === 'text:list-item';
      if (isItem || item.name === 'text:list-header')
        this.#addItem(item, isItem, definition, numbers, blocks);
    }
    this.#open.pop();
  }

  #addItem(
    item: XmlElement,
    isItem: boolean,
    definition: ListLevel,
    last: Numbers,
    blocks: ElementContent[],
  ): void {
    const level = this.#open.length - 1;
    const before = last[level];
    const inner = elementsOf(item);
    // An item that only holds a list has no label of its own.
    const hasLabel =
      isItem &&
      definition.type !== 'none' &&
      (inner.length === 0 || inner.some(({ name }) => name !== 'text:list'));
    const start = numberOf(attributeOf(item, 'text:start-value')) ?? definition.start;
    const isStart = before === undefined || attributeOf(item, 'text:start-value') !== undefined;
    const number = Math.max(0, Math.trunc(isStart ? start : before + 1));
    if (hasLabel) last[level] = number;
    const content = this.#blocksOf(item);
    const list = blocks.at(-1);
    const isSame =
      list !== undefined && isList(list) && before !== undefined && typeIn(list) === definition.type;
    if (!hasLabel) {
      const lastItem = isSame ? list.children.at(-1) : undefined;
      if (lastItem?.type === 'element') lastItem.children.push(...content);
      else blocks.push(...content);
    } else if (content.length === 0 && inner.length > 0) {
      // Hidden items aren't counted.
      if (before === undefined) last.length = level;
      else last[level] = before;
    } else {
      const dataLabel = labelOf(definition, last.slice(0, level + 1));
      const shown = element('li', { dataLabel }, tightContent(content));
      const isNext = definition.type === 'bullet' || number === (before ?? number) + 1;
      if (isSame && isNext) list.children.push(shown);
      else if (definition.type === 'bullet') blocks.push(element('ul', {}, [shown]));
      else {
        const type = definition.type === '1' ? undefined : definition.type;
        blocks.push(element('ol', { type, start: number === 1 ? undefined : number }, [shown]));
      }
    }
  }

  /** Reads content whose lists aren't part of those around it, such as that of a cell. */
  apart<T>(read: () => T): T {
    const open = this.#open;
    this.#open = [];
    const result = read();
    this.#open = open;
    return result;
  }

  get isInItem(): boolean {
    return this.#open.length > 0;
  }
}

function typeIn({ tagName, properties }: Element): string {
  return tagName === 'ul' ? 'bullet' : typeof properties['type'] === 'string' ? properties['type'] : '1';
}

/** Returns the label of an item, or `undefined` if it is a plain number with a period. */
function labelOf(
  { type, prefix, suffix, shownLevels }: ListLevel,
  numbers: readonly number[],
): string | undefined {
  if (type === 'bullet' || type === 'none') return undefined;
  const shown = Array.from(numbers, (each: number | undefined) => each ?? 1).slice(-Math.max(1, shownLevels));
  const isPlain = shown.length === 1 && prefix === '' && (suffix === '.' || suffix === '');
  return isPlain ? undefined : `${prefix}${shown.map((each) => listNumber(each, type)).join('.')}${suffix} `;
}
