import type { Element, ElementContent, Properties, RootContent } from 'hast';
import { ownValue } from '../../../util/ownValue.ts';
import { element, type Formula, formulaElement, textProperty } from '../tree/document.ts';
import { Pictures } from '../tree/pictures.ts';
import { edges, heading, isHidden, leftOut, type Page } from './elements.ts';
import { Flow, type Shape } from './flow.ts';
import { formulaIn, isTypesetCopy } from './formulas.ts';
import { type Context, isUnseen, looks, styled } from './look.ts';
import { breaksAround, type Declarations, isLeftOut } from './styles.ts';
import { placesOf } from './notes.ts';
import { shownText } from './text.ts';

/** Reads an element with a meaning of its own. */
export type Handler = (
  reader: ContentReader,
  node: Element,
  context: Context,
  declared: Declarations,
) => void;

/** The handlers of elements by their names, for blocks and for inline elements. */
export interface Handlers {
  readonly blocks: Readonly<Record<string, Handler>>;
  readonly inlines: Readonly<Record<string, Handler>>;
}

/** Reads the content of a page. */
export class ContentReader {
  readonly pictures = new Pictures();
  readonly page: Page;
  readonly #handlers: Handlers;
  readonly #ids = new Set<string>();
  readonly #start: Context;
  /** The notes that have been read, by their ids or, without one, by their elements. */
  readonly #notes = new Map<string | Element, { readonly id: string; readonly children: ElementContent[] }>();
  flow = new Flow();

  constructor(page: Page, start: Context, handlers: Handlers) {
    this.page = page;
    this.#handlers = handlers;
    this.#start = start;
  }

  read(nodes: readonly RootContent[]): ElementContent[] {
    this.all(nodes, this.#start);
    // Nothing refers to these notes, because their references are in other notes or hidden.
    for (const note of this.page.notes.all) {
      if (!this.#notes.has(textProperty(note, 'id') ?? note))
        this.all(note.children, { ...this.#start, isNote: true });
    }
    return this.flow.end();
  }

  all(nodes: readonly RootContent[], context: Context): void {
    for (const node of nodes) {
      if (node.type === 'text') this.text(node.value, context);
      else if (node.type === 'element') this.element(node, context);
    }
  }

  text(value: string, context: Context): void {
    if (isUnseen(context)) return;
    const text = shownText(value);
    if (context.keepsSpace !== true) {
      this.flow.text(text, context.chain);
      return;
    }
    for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
      if (at > 0) this.flow.lineBreak();
      this.flow.text(line.replaceAll('\t', '    ').replaceAll(/^ | (?= )/g, '\u00a0'), context.chain);
    }
  }

  element(node: Element, outer: Context): void {
    const { notes, sheets, hasMathScripts } = this.page;
    if (leftOut.has(node.tagName) && node.tagName !== 'script') return;
    const declared = sheets.declarationsFor(node);
    if (isHidden(node) || isLeftOut(declared) || notes.isMoved(node)) return;
    const note = outer.isNote === true ? undefined : notes.noteOf(node);
    if (note !== undefined || node.tagName === 'footnote') {
      this.#note(note ?? node, outer);
      return;
    }
    if (outer.isNote === true && notes.isBackLink(node)) return;
    const formula = formulaIn(node);
    if (formula !== undefined) {
      this.#formula(node, formula, outer);
      return;
    }
    if (node.tagName === 'script' || (hasMathScripts && isTypesetCopy(node))) return;
    const isEdge =
      edges.has(node.tagName) || /^(?:block|flex|grid|list-item|table)\b/.test(declared.get('display') ?? '');
    const blockHandler = ownValue(this.#handlers.blocks, node.tagName);
    const handler = blockHandler ?? ownValue(this.#handlers.inlines, node.tagName);
    const isBlock = isEdge || blockHandler !== undefined;
    const place = heading.test(node.tagName) ? { ...outer, isHeading: true } : outer;
    const context = styled(node, declared, place, isBlock);
    const breaks = outer.isUnbroken === true ? undefined : breaksAround(declared);
    if (breaks?.before === true) this.pageBreak();
    if (isBlock && (handler === undefined || outer.isLine === true)) this.edge(node, context);
    else if (handler !== undefined) handler(this, node, context, declared);
    else {
      this.mark(node);
      this.all(node.children, context);
    }
    if (breaks?.after === true) this.pageBreak();
  }

  /** Adds the content of an element that only begins and ends a line. */
  edge(node: Element, context: Context): void {
    const { backgroundColor: _, ...style } = context.style;
    const inner = { ...context, style };
    this.mark(node);
    this.flow.between(looks(inner), () => this.all(node.children, inner));
  }

  block(tagName: string, node: Element, context: Context): Element | undefined {
    return this.flow.block(tagName, this.id(node), { shape: 'blocks' }, () =>
      this.all(node.children, context),
    );
  }

  /** Adds an element that holds text or blocks. */
  holder(
    tagName: string,
    node: Element,
    context: Context,
    properties: Properties = {},
    { shape, isKept = false }: { readonly shape: Shape; readonly isKept?: boolean } = {
      shape: 'textOrBlocks',
    },
  ): Element | undefined {
    const { style } = looks({ ...context, align: undefined });
    const all = { ...this.id(node), ...properties, style };
    const inner = { ...context, style: {}, isList: false, isHeading: false };
    return this.flow.block(tagName, all, { shape, isKept }, () => {
      if (inner.align === undefined) this.all(node.children, inner);
      else this.flow.between(looks(inner), () => this.all(node.children, inner));
    });
  }

  #formula(node: Element, { tex, isBlock }: Formula, context: Context): void {
    if (context.isInvisible) return;
    this.mark(node);
    const isAlone = isBlock && context.isLine !== true && context.isHeading !== true;
    if (isAlone) this.flow.add(formulaElement({ tex, isBlock }));
    else this.flow.inline(formulaElement({ tex, isBlock: false }), context.chain);
  }

  #note(node: Element, context: Context): void {
    const key = textProperty(node, 'id') ?? node;
    let note = this.#notes.get(key);
    if (note === undefined) {
      const outer = this.flow;
      this.flow = new Flow();
      this.all(node.children, { ...this.#start, isNote: true, isUnbroken: true });
      const id = typeof key === 'string' ? key : `note-${this.#notes.size + 1}`;
      note = { id, children: this.flow.end() };
      this.flow = outer;
      this.#notes.set(key, note);
    }
    const { id, children } = note;
    const chain = context.chain.filter(({ tagName }) => tagName !== 'sup' && tagName !== 'a');
    // References to a note share its content, since there may be many of them.
    if (children.length > 0)
      this.flow.inline({ type: 'element', tagName: 'footnote', properties: { id }, children }, chain);
  }

  pageBreak(): void {
    this.flow.add(element('hr', { className: ['page-break'] }));
  }

  /** Keeps the id of an element that isn't in the document, if a link leads to it. */
  mark(node: Element): void {
    for (const id of placesOf(node)) {
      if (this.#ids.has(id) || !this.page.linked.has(id)) continue;
      this.#ids.add(id);
      this.flow.mark(id);
    }
  }

  /** Returns the id of an element, unless another one has the same. */
  id(node: Element): { readonly id?: string } {
    const id = textProperty(node, 'id');
    if (id === undefined || id === '' || this.#ids.has(id)) return {};
    this.#ids.add(id);
    return { id };
  }
}
