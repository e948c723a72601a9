import type { Element, ElementContent } from 'hast';
import { fault } from '../../../contract/fault.ts';
import { ownValue } from '../../../util/ownValue.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import { repeatCounter, type RepeatCounter } from '../tree/limits.ts';
import { type Document, element, styleText } from '../tree/document.ts';
import { tableOf } from '../tree/tables.ts';
import { addJoined, inlineContent, type Look, type Run, tightContent } from '../tree/runs.ts';
import { attributeOf, childOf, childrenOf, elementsOf, textIn, type XmlElement } from '../xmlTree.ts';
import { Frames } from './frames.ts';
import {
  addPageBreak,
  alignOf,
  blockNames,
  blockOf,
  blockOfKind,
  cellGroups,
  decorations,
  isHeading,
  isPlainKind,
  kindOf,
  propertiesOf,
  skipped,
  spanOf,
} from './kinds.ts';
import { Lists } from './lists.ts';
import { ZippedFiles } from '../zippedFiles.ts';
import { metadataText, numberOf, OpenStyles, ungrouped } from './styles.ts';

/** Deeper content is rejected, since a level may become four nested elements. */
const maxNesting = 240;

/** Reads an OpenDocument text or presentation. Content that is hidden is left out. @throws ConversionError */
export function readOpenDocument(bytes: Buffer): Document {
  const files = new ZippedFiles(bytes);
  const content = files.xml('content.xml');
  if (content === undefined) throw damaged('document');
  const meta = childOf(files.xml('meta.xml'), 'office:meta');
  const styles = new OpenStyles(content, files.xml('styles.xml'));
  const reader = new Reader(files, styles, bytes.length);
  return {
    root: {
      type: 'root',
      children: childrenOf(content, 'office:body').flatMap((body) => reader.blocks(body)),
    },
    pictures: reader.pictures,
    title: metadataText(meta, 'dc:title'),
    author: metadataText(meta, 'meta:initial-creator', 'dc:creator'),
    language: metadataText(meta, 'dc:language') ?? styles.language,
  };
}

/** The content of a paragraph. */
interface Line {
  readonly runs: Run[];
  readonly ids: string[];
  /** Text boxes and other blocks that are anchored in the paragraph. */
  readonly after: ElementContent[];
  isHidden: boolean;
}

class Reader {
  readonly #styles: OpenStyles;
  readonly #lists: Lists;
  readonly #frames: Frames;
  readonly #count: RepeatCounter;
  readonly #notes = new Map<string | Element, Element>();
  #depth = 0;
  #boxes = 0;
  #isSlide = false;
  /** The ids of empty paragraphs, which the next block gets. */
  #ids: string[] = [];

  constructor(files: ZippedFiles, styles: OpenStyles, size: number) {
    this.#styles = styles;
    this.#lists = new Lists(styles, (item) => this.#content(item, true));
    this.#frames = new Frames(files, {
      blocks: (box) => this.blocks(box),
      tables: (root) => childrenOf(root, 'table:table').map((table) => this.#table(table)),
    });
    this.#count = repeatCounter(size);
  }

  get pictures(): Document['pictures'] {
    return this.#frames.pictures;
  }

  /** Returns the blocks in an element that has its own lists. @throws ConversionError */
  blocks(parent: XmlElement): ElementContent[] {
    this.#boxes += 1;
    const blocks = this.#lists.apart(() => this.#content(parent));
    this.#boxes -= 1;
    return blocks;
  }

  #content(parent: XmlElement, keepsEmpty = false): ElementContent[] {
    const blocks: ElementContent[] = [];
    this.#depth += 1;
    if (this.#depth > maxNesting) throw new ConversionError(fault('document.depth'));
    for (const child of elementsOf(parent)) this.#add(child, blocks, keepsEmpty);
    this.#depth -= 1;
    return blocks;
  }

  #add(child: XmlElement, blocks: ElementContent[], keepsEmpty: boolean): void {
    switch (child.name) {
      case 'text:h':
      case 'text:p':
        this.#addParagraph(child, blocks, keepsEmpty);
        break;
      case 'text:list':
        this.#lists.add(child, blocks);
        break;
      case 'table:table': {
        const style = this.#styles.of('table', attributeOf(child, 'table:style-name'));
        if (style.startsPage) addPageBreak(blocks);
        blocks.push(this.#table(child));
        break;
      }
      case 'text:section':
        if (attributeOf(child, 'text:display') !== 'none') blocks.push(...this.#content(child, keepsEmpty));
        break;
      case 'draw:page':
        if (blocks.length > 0) blocks.push(element('hr', {}));
        this.#isSlide = true;
        blocks.push(element('section', { className: ['slide'] }, this.blocks(child)));
        break;
      case 'presentation:notes': {
        const notes = this.blocks(child);
        if (notes.length > 0) blocks.push(element('div', { className: ['notes'] }, notes));
        break;
      }
      case 'draw:frame': {
        const kind = attributeOf(child, 'presentation:class') ?? '';
        if (kind === 'title') blocks.push(...this.#slideTitle(child));
        else if (!decorations.has(kind)) this.#addFrame(child, blocks);
        break;
      }
      default:
        if (skipped.has(child.name)) break;
        if (child.name.startsWith('draw:')) this.#addFrame(child, blocks);
        else blocks.push(...this.#content(child, keepsEmpty));
    }
  }

  #addFrame(frame: XmlElement, blocks: ElementContent[]): void {
    const { inline, blocks: inner } = this.#frames.read(frame);
    if (inline !== undefined) blocks.push(blockOf(inline));
    blocks.push(...inner);
  }

  /** Returns the title of a slide as one heading. */
  #slideTitle(frame: XmlElement): ElementContent[] {
    const lines = this.#frames
      .read(frame)
      .blocks.flatMap((each, index): ElementContent[] => [
        ...(index === 0 ? [] : [element('br', {})]),
        ...(each.type === 'element' ? each.children : [each]),
      ]);
    return lines.length === 0 ? [] : [element('h1', {}, lines)];
  }

  #addParagraph(paragraph: XmlElement, blocks: ElementContent[], keepsEmpty: boolean): void {
    const style = this.#styles.of('paragraph', attributeOf(paragraph, 'text:style-name'));
    if (ownValue(style.text, 'text:display') === 'none') return;
    const kind = kindOf(paragraph, style.names);
    const { 'fo:font-size': _, ...look } = isPlainKind(kind) && !isHeading(style) ? style.text : {};
    const line: Line = { runs: [], ids: [], after: [], isHidden: false };
    this.#addInline(paragraph, { text: look, names: [] }, line, kind === 'pre');
    if (line.isHidden) return;
    if (style.startsPage && this.#boxes === 1 && !this.#lists.isInItem) addPageBreak(blocks);
    const content = kind === 'pre' ? line.runs.map(({ content }) => content) : inlineContent(line.runs);
    const ids = [...this.#ids, ...line.ids];
    if (kind === 'hr') blocks.push(element('hr', {}));
    else if (content.length > 0 || keepsEmpty || kind === 'pre') {
      this.#ids = [];
      const [id, ...others] = ids;
      const shown = [...others.map((each) => element('span', { id: each })), ...content];
      addJoined(blocks, blockOfKind(kind, { id, ...propertiesOf(style, kind) }, shown));
    } else this.#ids = ids;
    blocks.push(...line.after);
  }

  #addInline(parent: XmlElement, look: LookSource, line: Line, isCode: boolean): void {
    const add = (content: Run['content']): void => {
      const { link, text, names } = look;
      const of = isCode ? {} : { ...this.#styles.lookOf(text, names), ...(this.#isSlide ? plainLook : {}) };
      const shown: Look = link === undefined ? of : { ...of, link, underline: false, color: undefined };
      line.runs.push({ content, look: shown });
    };
    for (const child of parent.children) {
      if (typeof child === 'string') {
        if (ownValue(look.text, 'text:display') !== 'none')
          add(child.replaceAll(isCode ? /\s+/g : /[\t\n\r]/g, ' '));
      } else this.#addElement(child, look, line, isCode, add);
    }
  }

  #addElement(
    child: XmlElement,
    look: LookSource,
    line: Line,
    isCode: boolean,
    add: (content: Run['content']) => void,
  ): void {
    switch (child.name) {
      case 'text:s': {
        const count = Math.max(0, numberOf(attributeOf(child, 'text:c')) ?? 1);
        this.#count('text', count);
        add(' '.repeat(isCode ? count : 1));
        break;
      }
      case 'text:tab':
        add(isCode ? '\t' : ' ');
        break;
      case 'text:line-break':
        add(isCode ? '\n' : element('br', {}));
        break;
      case 'text:span': {
        const style = this.#styles.of('text', attributeOf(child, 'text:style-name'));
        const text = { ...look.text, ...style.text };
        this.#addInline(child, { ...look, text, names: [...look.names, ...style.names] }, line, isCode);
        break;
      }
      case 'text:a': {
        const link = attributeOf(child, 'xlink:href')?.replace(/^\.\.\//, '');
        this.#addInline(child, { ...look, link }, line, isCode);
        break;
      }
      case 'text:note': {
        const body = childOf(child, 'text:note-body');
        if (body === undefined) break;
        const note = element('footnote', { id: `note${this.#notes.size + 1}` }, this.blocks(body));
        this.#notes.set(attributeOf(child, 'text:id') ?? note, note);
        add(note);
        break;
      }
      case 'text:note-ref': {
        const note = this.#notes.get(attributeOf(child, 'text:ref-name') ?? '');
        if (note === undefined) this.#addInline(child, look, line, isCode);
        else line.runs.push({ content: { ...note }, look: {} });
        break;
      }
      case 'text:bookmark':
      case 'text:bookmark-start':
      case 'text:reference-mark':
      case 'text:reference-mark-start':
        line.ids.push(attributeOf(child, 'text:name') ?? '');
        break;
      case 'text:hidden-paragraph':
        line.isHidden ||= attributeOf(child, 'text:is-hidden') === 'true';
        break;
      case 'text:ruby': {
        const annotation = childOf(child, 'text:ruby-text');
        const base = childOf(child, 'text:ruby-base');
        const within: Line = { ...line, runs: [] };
        if (base !== undefined) this.#addInline(base, look, within, isCode);
        const text = annotation === undefined ? [] : [element('rt', {}, [textIn(annotation)])];
        add(element('ruby', {}, [...inlineContent(within.runs), ...text]));
        break;
      }
      default:
        if (skipped.has(child.name)) break;
        if (child.name.startsWith('draw:')) {
          const { inline, blocks } = this.#frames.read(child);
          if (inline !== undefined) add(inline);
          line.after.push(...blocks);
        } else if (blockNames.has(child.name)) this.#add(child, line.after, false);
        else this.#addInline(child, look, line, isCode);
    }
  }

  #table(table: XmlElement): Element {
    const head: Element[] = [];
    const body: Element[] = [];
    const headers = new Set(childrenOf(table, 'table:table-header-rows').flatMap(elementsOf));
    for (const row of ungrouped(table, cellGroups)) {
      if (row.name !== 'table:table-row' || attributeOf(row, 'table:visibility') === 'collapse') continue;
      const cells = elementsOf(row).flatMap((cell) => this.#cells(cell, headers.has(row)));
      const shown = element('tr', {}, cells);
      const rows = headers.has(row) && body.length === 0 ? head : body;
      this.#repeat(row, 'table:number-rows-repeated', Math.max(1, cells.length), () => rows.push(shown));
    }
    return tableOf(head, body);
  }

  #cells(cell: XmlElement, isInHead: boolean): Element[] {
    if (cell.name !== 'table:table-cell') return [];
    const { cell: look } = this.#styles.of('table-cell', attributeOf(cell, 'table:style-name'));
    const first = childOf(cell, 'text:p');
    const style = this.#styles.of('paragraph', attributeOf(first, 'text:style-name'));
    const isHeader = isInHead || isHeading(style);
    const blocks = this.blocks(cell);
    const align = elementsOf(cell).length === 1 ? alignOf(style) : undefined;
    if (align !== undefined && blocks[0]?.type === 'element') delete blocks[0].properties['align'];
    const color = /^#[\da-f]{6}$/i.exec(ownValue(look, 'fo:background-color') ?? '')?.[0];
    const properties = {
      colSpan: spanOf(attributeOf(cell, 'table:number-columns-spanned')),
      rowSpan: spanOf(attributeOf(cell, 'table:number-rows-spanned')),
      align,
      style: color === undefined ? undefined : styleText({ backgroundColor: color }),
    };
    const shown = element(isHeader ? 'th' : 'td', properties, tightContent(blocks));
    const cells: Element[] = [];
    this.#repeat(cell, 'table:number-columns-repeated', 1, () => cells.push(shown));
    return cells;
  }

  /** Does something as often as an attribute says. @throws ConversionError for too many cells */
  #repeat(of: XmlElement, attribute: string, cells: number, add: () => void): void {
    const count = Math.max(1, numberOf(attributeOf(of, attribute)) ?? 1);
    this.#count('cell', cells * count);
    for (let index = 0; index < count; index += 1) add();
  }
}

/** The colors of slides suit their backgrounds, and sizes suit a screen. */
const plainLook: Look = { color: undefined, backgroundColor: undefined, fontSize: undefined };

interface LookSource {
  readonly text: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly link?: string | undefined;
}
