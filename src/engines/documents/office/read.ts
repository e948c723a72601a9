import type { Element, ElementContent } from 'hast';
import type { OfficeAttachment, OfficeContentNode, OfficeParserAST } from 'officeparser';
import { type Document, element, elementsIn, styleText, textProperty } from '../tree/document.ts';
import { describedPicture, pictureIn, Pictures } from '../tree/pictures.ts';
import { rowOf, tableOf } from '../tree/tables.ts';
import { addJoined, inlineContent, isCodeFont, type Look, type Run, tightContent } from '../tree/runs.ts';
import { FlatLists } from './lists.ts';
import { alignOf, anchorOf, codeOf, contentOf, isInline, pickedLook } from './nodes.ts';

/** Makes a document of officeparser's tree. */
export function documentOfOffice({ type, content, attachments, metadata }: OfficeParserAST): Document {
  const adapter = new Adapter(attachments, type === 'pptx');
  const { title, author, language } = metadata;
  const root: Document['root'] = { type: 'root', children: adapter.blocks(content) };
  removeRepeatedIds(root);
  return {
    root,
    pictures: adapter.pictures.byName,
    title: title || undefined,
    author: author || undefined,
    language: language || undefined,
  };
}

const twipsPerPoint = 20;
/** Smaller margins, in points, don't show as an indentation. */
const leastMargin = 9;

/** Headings have a look of their own. */
const headingLook: Look = { bold: false, color: undefined, fontSize: undefined };

class Adapter {
  readonly pictures = new Pictures();
  readonly #attachments: ReadonlyMap<string, OfficeAttachment>;
  readonly #isSlides: boolean;
  readonly #noteIds = new Map<OfficeContentNode, string>();

  constructor(attachments: readonly OfficeAttachment[], isSlides: boolean) {
    this.#attachments = new Map(attachments.map((each) => [each.name, each]));
    this.#isSlides = isSlides;
  }

  blocks(nodes: readonly OfficeContentNode[]): ElementContent[] {
    const blocks: ElementContent[] = [];
    const lists = new FlatLists(blocks);
    let line: OfficeContentNode[] = [];
    const endLine = (): void => {
      const content = this.#inline(line);
      if (content.length > 0) blocks.push(element('p', {}, content));
      line = [];
    };
    for (const node of nodes) {
      if (isInline(node)) {
        line.push(node);
        continue;
      }
      endLine();
      if (node.type === 'list') lists.add(node, this.#item(node));
      else {
        lists.end();
        this.#add(node, blocks);
      }
    }
    endLine();
    return blocks;
  }

  #add(node: OfficeContentNode, blocks: ElementContent[]): void {
    switch (node.type) {
      case 'heading': {
        const level = Math.min(6, Math.max(1, node.metadata?.level ?? 1));
        const style = node.metadata?.style ?? '';
        const name = /^(?:sub)?title$/i.exec(style)?.[0].toLowerCase();
        const content = this.#inline(contentOf(node), true);
        const properties = { ...anchorOf(node), align: alignOf(node.metadata?.alignment) };
        if (content.length === 0) return;
        if (name === undefined) blocks.push(element(`h${level}`, properties, content));
        else blocks.push(element('p', { ...properties, align: undefined, className: [name] }, content));
        return;
      }
      case 'paragraph':
        this.#addParagraph(node, blocks);
        return;
      case 'table':
        blocks.push(this.#table(node));
        return;
      case 'code':
        blocks.push(codeOf(node));
        return;
      case 'break':
        if (node.metadata?.breakType === 'thematic') blocks.push(element('hr', {}));
        else if (node.metadata?.breakType === 'page' && blocks.length > 0)
          blocks.push(element('hr', { className: ['page-break'] }));
        return;
      case 'chart':
        blocks.push(...this.#chart(node.metadata?.attachmentName ?? ''));
        return;
      case 'slide': {
        if (blocks.length > 0) blocks.push(element('hr', {}));
        const notes = (node.notes ?? []).map((note) =>
          element('div', { className: ['notes'] }, this.blocks(note.children ?? [])),
        );
        blocks.push(
          element('section', { className: ['slide'] }, [...this.blocks(node.children ?? []), ...notes]),
        );
        return;
      }
      case 'admonition': {
        const kind = node.metadata?.admonitionType ?? 'note';
        const title = node.metadata?.title || `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
        const className = ['markdown-alert', `markdown-alert-${kind}`];
        const heading = element('p', { className: ['markdown-alert-title'] }, [title]);
        blocks.push(element('div', { className }, [heading, ...this.blocks(contentOf(node))]));
        return;
      }
      case 'definitionList':
        blocks.push(element('dl', {}, this.blocks(node.children ?? [])));
        return;
      case 'definitionTerm':
        blocks.push(element('dt', {}, tightContent(this.blocks(contentOf(node)))));
        return;
      case 'definitionDescription':
        blocks.push(element('dd', {}, tightContent(this.blocks(contentOf(node)))));
        return;
      case 'comment':
        return;
      default:
        blocks.push(...this.blocks(contentOf(node)));
    }
  }

  #addParagraph(node: OfficeContentNode & { type: 'paragraph' }, blocks: ElementContent[]): void {
    const children = contentOf(node);
    const [only] = children;
    if (only !== undefined && children.length === 1 && only.type === 'code') {
      blocks.push(codeOf(only));
      return;
    }
    if (!children.every(isInline)) {
      blocks.push(...this.blocks(children));
      return;
    }
    const style = node.metadata?.style ?? '';
    const content = this.#inline(children);
    if (content.length === 0) return;
    const className = /^(?:sub)?title$/i.exec(style)?.[0].toLowerCase();
    const isQuote = /quot/i.test(style);
    const align = className === undefined ? alignOf(node.metadata?.alignment) : undefined;
    const left = (node.metadata?.paragraphIndentation?.left ?? 0) / twipsPerPoint;
    const paragraph = element(
      'p',
      {
        ...anchorOf(node),
        className: className === undefined ? undefined : [className],
        align,
        style: left >= leastMargin && !isQuote ? styleText({ marginLeft: Math.round(left) }) : undefined,
      },
      content,
    );
    if (isQuote) addJoined(blocks, element('blockquote', {}, [paragraph]));
    else blocks.push(paragraph);
  }

  #item(node: OfficeContentNode & { type: 'list' }): Element {
    const { isTask, checked } = node.metadata ?? {};
    const content = tightContent(this.blocks(contentOf(node)));
    const box = element('input', { type: 'checkbox', disabled: true, checked: checked === true });
    return isTask === true
      ? element('li', { ...anchorOf(node), className: ['task-list-item'] }, [box, ' ', ...content])
      : element('li', anchorOf(node), content);
  }

  #table(table: OfficeContentNode): Element {
    const rows = (table.children ?? [])
      .filter(({ type }) => type === 'row')
      .map((row) => (row.children ?? []).flatMap((cell) => (cell.type === 'cell' ? [this.#cell(cell)] : [])));
    const heads = rows.findIndex((cells) => !isHead(cells));
    const at = heads < 0 ? rows.length : heads;
    const shown = rows.map((cells) => element('tr', {}, cells));
    return { ...tableOf(shown.slice(0, at), shown.slice(at)), properties: anchorOf(table) };
  }

  #cell(cell: OfficeContentNode & { type: 'cell' }): Element {
    const { rowSpan = 1, colSpan = 1, style, align, backgroundColor } = cell.metadata ?? {};
    const blocks = this.blocks(contentOf(cell));
    const [first] = blocks;
    const own = blocks.length === 1 && first?.type === 'element' ? first.properties['align'] : undefined;
    if (own !== undefined && first?.type === 'element') delete first.properties['align'];
    return element(
      style === 'header' ? 'th' : 'td',
      {
        ...anchorOf(cell),
        rowSpan: rowSpan > 1 ? rowSpan : undefined,
        colSpan: colSpan > 1 ? colSpan : undefined,
        align: own ?? alignOf(align),
        style:
          backgroundColor === undefined || this.#isSlides || !/^#[\da-f]{6}$/i.test(backgroundColor)
            ? undefined
            : styleText({ backgroundColor }),
      },
      tightContent(blocks),
    );
  }

  #chart(name: string): Element[] {
    const data = this.#attachments.get(name)?.chartData;
    if (data === undefined) return [];
    const columns = data.dataSets;
    const labels = data.labels.length > 0 ? data.labels : (columns[0]?.pointLabels ?? []);
    const count = Math.max(labels.length, ...columns.map(({ values }) => values.length));
    const head = rowOf('th', ['', ...columns.map(({ name = '' }) => name)]);
    const body = Array.from({ length: count }, (_, at) =>
      rowOf('td', [labels[at] ?? '', ...columns.map(({ values }) => values[at] ?? '')]),
    );
    const table = tableOf([head], body);
    const caption = data.title ? [element('figcaption', {}, [data.title])] : [];
    return count === 0 ? [] : [element('figure', { className: ['chart'] }, [table, ...caption])];
  }

  #inline(nodes: readonly OfficeContentNode[], isHeading = false): ElementContent[] {
    const runs = nodes.flatMap((node) => this.#runs(node));
    return inlineContent(
      isHeading ? runs.map(({ content, look }) => ({ content, look: { ...look, ...headingLook } })) : runs,
    );
  }

  #runs(node: OfficeContentNode): Run[] {
    const notes = (node.notes ?? []).map((note): Run => {
      const id = this.#noteIds.get(note) ?? `note${this.#noteIds.size + 1}`;
      this.#noteIds.set(note, id);
      return { content: element('footnote', { id }, this.blocks(note.children ?? [])), look: {} };
    });
    if (node.type === 'break') return [{ content: element('br', {}), look: {} }, ...notes];
    if (node.type === 'code') return [{ content: codeOf(node), look: {} }, ...notes];
    if (node.type === 'image') return [this.#image(node), ...notes];
    const look = this.#lookOf(node);
    const lines = (node.text ?? '')
      .split(/\r\n?|[\n\v]/)
      .flatMap((text, index): Run[] => [
        ...(index === 0 ? [] : [{ content: element('br', {}), look: {} }]),
        { content: text.replaceAll('\t', ' '), look },
      ]);
    return [...lines, ...notes];
  }

  #lookOf(node: OfficeContentNode): Look {
    const { font, color, backgroundColor, size, ...formatting } = node.formatting ?? {};
    const link = node.type === 'text' ? node.metadata?.link : undefined;
    const code = isCodeFont(font);
    if (link !== undefined) return { ...pickedLook(formatting), link, code, underline: false };
    const colors = {
      color: color === '#000000' ? undefined : color,
      backgroundColor,
      fontSize: size === undefined ? undefined : Number(/^([\d.]+)pt$/.exec(size)?.[1]),
    };
    return { ...pickedLook(formatting), code, ...(this.#isSlides ? {} : colors) };
  }

  #image(node: OfficeContentNode & { type: 'image' }): Run {
    const { attachmentName = '', altText = '', url, link, width, title } = node.metadata ?? {};
    const attachment = this.#attachments.get(attachmentName);
    const name =
      attachment &&
      this.pictures.add(attachmentName, () => pictureIn(Buffer.from(attachment.data, 'base64')));
    const src = name ?? url;
    if (src === undefined) return { content: describedPicture(altText), look: { link } };
    const pixels = Math.round(Number.parseFloat(width ?? ''));
    const properties = {
      ...anchorOf(node),
      src,
      alt: altText,
      title,
      width: pixels > 0 && !width?.endsWith('%') ? pixels : undefined,
    };
    return { content: element('img', properties), look: { link } };
  }
}

function isHead(cells: readonly Element[]): boolean {
  return cells.length > 0 && cells.every(({ tagName }) => tagName === 'th');
}

function removeRepeatedIds(root: Document['root']): void {
  const seen = new Set<string>();
  for (const node of elementsIn(root)) {
    const id = textProperty(node, 'id');
    if (id === undefined || node.tagName === 'footnote') continue;
    if (seen.has(id)) delete node.properties['id'];
    seen.add(id);
  }
}
