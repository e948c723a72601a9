import type { Element, ElementContent, Properties } from 'hast';
import { element } from '../tree/document.ts';

/** An element around inline content. Content in the same object is in one element, as long as its block goes on. */
export interface Inline {
  readonly tagName: string;
  readonly properties: Properties;
}

/** The block that lines of text become. Text outside of any paragraph is in an anonymous one. */
export interface Leaf {
  readonly tagName: string;
  readonly properties: Properties;
  readonly isAnonymous?: boolean;
}

/**
 * The content of a block: blocks only, or text without a paragraph if there is nothing else, as in a cell, or also next
 * to blocks, as in an item.
 */
export type Shape = 'blocks' | 'mixed' | 'textOrBlocks';

const anonymous: Leaf = { tagName: 'p', properties: {}, isAnonymous: true };

/**
 * Builds blocks out of content in the order of the document. White space becomes as it is shown, blocks end the lines
 * around them, and ids without an element of their own go to what follows them.
 */
export class Flow {
  readonly #bare = new Set<ElementContent>();
  /** Ids of what was left out before the next content. */
  #ids: string[] = [];
  #blocks: ElementContent[] = [];
  #leaf = anonymous;
  #line: { readonly children: ElementContent[]; readonly ids: string[] } | undefined;
  #open: { readonly inline: Inline; readonly children: ElementContent[] }[] = [];
  #hasSpace = false;
  #breaks = 0;
  #checkBox: Element | undefined;

  /** Ends the document, and returns its blocks. */
  end(): ElementContent[] {
    this.endLine();
    return this.#blocks;
  }

  /** Adds text, whose white space is collapsed. */
  text(value: string, chain: readonly Inline[]): void {
    const words = value.replaceAll(/[\t\n\f\r ]+/g, ' ');
    if (words.startsWith(' ')) this.#hasSpace = true;
    const shown =
      words === ' ' ? '' : words.slice(words.startsWith(' ') ? 1 : 0, words.endsWith(' ') ? -1 : undefined);
    if (shown === '') return;
    addText(this.#target(chain), shown);
    this.#hasSpace = words.endsWith(' ');
  }

  /** Adds inline content other than text. */
  inline(node: ElementContent, chain: readonly Inline[]): void {
    this.#target(chain).push(node);
  }

  lineBreak(): void {
    this.#breaks += 1;
  }

  /** Adds a box of a task list, which goes before the next content. */
  checkBox(box: Element): void {
    this.#checkBox = box;
  }

  /** Adds the id of what isn't an element of its own. */
  mark(id: string): void {
    this.#ids.push(id);
  }

  /** True if nothing has been added to the block that is open. */
  get isAtStart(): boolean {
    return this.#blocks.length === 0 && this.#line === undefined && this.#checkBox === undefined;
  }

  /** Ends a line inside a block that holds lines. */
  edge(): void {
    if (this.#line !== undefined) this.#breaks = Math.max(1, this.#breaks);
  }

  /** Adds content between the edges of a block that isn't an element of its own. */
  between(properties: Properties, fill: () => void): void {
    if (this.#leaf.isAnonymous === true)
      this.leaf({ tagName: 'p', properties, isAnonymous: true }, undefined, fill);
    else {
      this.edge();
      fill();
      this.edge();
    }
  }

  /** True in a paragraph, a heading, or another block that holds lines. */
  get isInLeaf(): boolean {
    return this.#leaf.isAnonymous !== true;
  }

  /** Adds lines that are a block each. */
  leaf(leaf: Leaf, id: string | undefined, fill: () => void): void {
    const outer = this.#leaf;
    this.endLine();
    this.#leaf = leaf;
    if (id !== undefined) this.#ids.unshift(id);
    fill();
    if (leaf.isAnonymous !== true) this.#line?.children.push(...this.#ids.splice(0).map(anchor));
    this.endLine();
    this.#leaf = outer;
  }

  /** Adds a block with content. Without content, it's left out, unless it has to be kept. */
  block(
    tagName: string,
    properties: Properties,
    { shape, isKept = false }: { readonly shape: Shape; readonly isKept?: boolean },
    fill: () => void,
  ): Element | undefined {
    this.endLine();
    const outer = { blocks: this.#blocks, leaf: this.#leaf };
    const id = properties['id'] ?? this.#ids.shift();
    this.#blocks = [];
    this.#leaf = anonymous;
    fill();
    if (this.#checkBox !== undefined) this.#target([]);
    this.endLine();
    const isPlain = shape === 'mixed' || (shape === 'textOrBlocks' && this.#blocks.length === 1);
    const children = isPlain ? this.#withoutParagraphs() : this.#blocks;
    this.#blocks = outer.blocks;
    this.#leaf = outer.leaf;
    if (children.length === 0 && !isKept) {
      if (typeof id === 'string') this.#ids.unshift(id);
      return undefined;
    }
    const added = element(tagName, { ...properties, id }, children);
    this.#blocks.push(added);
    return added;
  }

  /** Adds a finished block. */
  add(block: Element): void {
    this.endLine();
    const id = this.#ids.shift();
    if (id !== undefined && block.properties['id'] === undefined) block.properties['id'] = id;
    this.#blocks.push(block);
  }

  /** Takes the last block away, to put it elsewhere. */
  take(): ElementContent[] {
    return this.#blocks.splice(-1);
  }

  /** The blocks that have been added to the block that is open. */
  get blocks(): readonly ElementContent[] {
    return this.#blocks;
  }

  endLine(): void {
    const line = this.#line;
    this.#line = undefined;
    this.#open = [];
    this.#hasSpace = false;
    this.#breaks = 0;
    if (line === undefined) return;
    if (line.children.every(isBlank)) {
      this.#ids.unshift(...line.ids);
      return;
    }
    const { tagName, properties, isAnonymous } = this.#leaf;
    const [id, ...others] = line.ids;
    const block = element(tagName, properties, [...others.map(anchor), ...line.children]);
    if (isAnonymous === true && Object.keys(block.properties).length === 0) this.#bare.add(block);
    if (id !== undefined) block.properties['id'] = id;
    this.#blocks.push(block);
  }

  /** Returns the content in which the next inline content of these elements belongs, and adds the space before it. */
  #target(chain: readonly Inline[]): ElementContent[] {
    if (this.#line === undefined) {
      this.#line = { children: [], ids: this.#ids.splice(0) };
      this.#breaks = 0;
      this.#hasSpace = this.#checkBox !== undefined;
      if (this.#checkBox !== undefined) this.#line.children.push(this.#checkBox);
      this.#checkBox = undefined;
    }
    let same = 0;
    while (same < this.#open.length && this.#open[same]?.inline === chain[same]) same += 1;
    this.#open.length = same;
    let target = this.#open.at(-1)?.children ?? this.#line.children;
    if (this.#breaks > 0) target.push(...Array.from({ length: this.#breaks }, () => element('br', {})));
    else if (this.#hasSpace) addText(target, ' ');
    target.push(...this.#ids.splice(0).map(anchor));
    this.#breaks = 0;
    this.#hasSpace = false;
    for (const inline of chain.slice(same)) {
      const opened = element(inline.tagName, { ...inline.properties });
      target.push(opened);
      this.#open.push({ inline, children: opened.children });
      target = opened.children;
    }
    return target;
  }

  /** Returns the content of an item or a cell, whose text needs a paragraph only next to other text. */
  #withoutParagraphs(): ElementContent[] {
    const isBare = (block: ElementContent | undefined): block is Element =>
      block?.type === 'element' && this.#bare.has(block);
    const blocks = this.#blocks;
    if (blocks.some((block, at) => isBare(block) && isBare(blocks[at + 1]))) return blocks;
    return blocks.flatMap((block) => {
      if (!isBare(block)) return [block];
      const { id } = block.properties;
      return typeof id === 'string' ? [anchor(id), ...block.children] : block.children;
    });
  }
}

/** No-break spaces alone only make room. */
function isBlank(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

function anchor(id: string): Element {
  return element('a', { id });
}

function addText(target: ElementContent[], value: string): void {
  const last = target.at(-1);
  if (last?.type === 'text') last.value += value;
  else target.push({ type: 'text', value });
}
