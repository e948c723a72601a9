import type { Element, ElementContent, Properties } from 'hast';
import { type OfficeContentNode, OfficeParser } from 'officeparser';
import { decompressionLimits, documentFault } from '../faults.ts';
import { type Document, element, formulaElement, styleText } from '../tree/document.ts';
import { maxCellsFor } from '../tree/limits.ts';
import { inlineContent, isCodeFont, type Look, type Run, tightContent } from '../tree/runs.ts';
import { tableOf } from '../tree/tables.ts';
import { type Block, nested } from '../word/structure.ts';
import { alertOf } from '../tree/alerts.ts';

const twipsPerPoint = 20;
/** Smaller margins, in points, don't show as an indentation. */
const leastMargin = 9;
/** Deeper items are at this level, since the tree has a limit. */
const deepestLevel = 50;

/** Reads LaTeX by the tree of officeparser. @throws ConversionError */
export async function readLatex(bytes: Buffer): Promise<Document> {
  try {
    const { content, metadata } = await OfficeParser.parseOffice(bytes, {
      fileType: 'tex',
      ignoreComments: true,
      includeBreakNodes: true,
      decompressionLimits: { ...decompressionLimits, maxTableCells: maxCellsFor(bytes.length) },
    });
    const { title, author, language } = metadata;
    return {
      root: { type: 'root', children: new Adapter().blocks(content) },
      pictures: new Map(),
      title: title || undefined,
      author: author || undefined,
      language: language || undefined,
    };
  } catch (error) {
    throw documentFault(error);
  }
}

class Adapter {
  readonly #noteIds = new Map<OfficeContentNode, string>();

  blocks(nodes: readonly OfficeContentNode[]): Element[] {
    const blocks: Block[] = [];
    let line: OfficeContentNode[] = [];
    const endLine = (): void => {
      const content = this.#inline(line);
      if (content.length > 0) blocks.push({ node: element('p', {}, content) });
      line = [];
    };
    for (const node of nodes) {
      if (isInline(node)) {
        line.push(node);
        continue;
      }
      endLine();
      if (node.type === 'list') blocks.push(...this.#item(node));
      else for (const shown of this.#shown(node, blocks.length === 0)) blocks.push({ node: shown });
    }
    endLine();
    return nested(blocks);
  }

  #shown(node: OfficeContentNode, isFirst: boolean): Element[] {
    switch (node.type) {
      case 'heading':
        return this.#heading(node);
      case 'paragraph':
        return this.#paragraph(node);
      case 'table':
        return [this.#table(node)];
      case 'code':
        return [codeOf(node)];
      case 'break':
        if (node.metadata?.breakType === 'thematic') return [element('hr', {})];
        return node.metadata?.breakType === 'page' && !isFirst
          ? [element('hr', { className: ['page-break'] })]
          : [];
      case 'slide': {
        const slide = element('section', { className: ['slide'] }, this.blocks(node.children ?? []));
        return isFirst ? [slide] : [element('hr', {}), slide];
      }
      case 'admonition': {
        const { admonitionType = 'note', title } = node.metadata ?? {};
        return [alertOf(admonitionType, this.blocks(contentOf(node)), title || undefined)];
      }
      case 'definitionList':
        return [element('dl', {}, this.blocks(node.children ?? []))];
      case 'definitionTerm':
        return [element('dt', {}, tightContent(this.blocks(contentOf(node))))];
      case 'definitionDescription':
        return [element('dd', {}, tightContent(this.blocks(contentOf(node))))];
      default:
        return this.blocks(contentOf(node));
    }
  }

  #heading(node: OfficeContentNode & { type: 'heading' }): Element[] {
    const content = this.#inline(contentOf(node), { bold: false, fontSize: undefined });
    if (content.length === 0) return [];
    const name = titleIn(node.metadata?.style);
    if (name !== undefined) return [element('p', { ...anchorOf(node), className: [name] }, content)];
    const level = Math.min(6, Math.max(1, node.metadata?.level ?? 1));
    return [element(`h${level}`, { ...anchorOf(node), align: alignOf(node.metadata?.alignment) }, content)];
  }

  #paragraph(node: OfficeContentNode & { type: 'paragraph' }): Element[] {
    const children = contentOf(node);
    if (!children.every(isInline)) return this.blocks(children);
    const content = this.#inline(children);
    if (content.length === 0) return [];
    const { style = '', alignment, paragraphIndentation } = node.metadata ?? {};
    const name = titleIn(style);
    const isQuote = /quot/i.test(style);
    const left = (paragraphIndentation?.left ?? 0) / twipsPerPoint;
    const properties = {
      ...anchorOf(node),
      className: name === undefined ? undefined : [name],
      align: name === undefined ? alignOf(alignment) : undefined,
      style: left >= leastMargin && !isQuote ? styleText({ marginLeft: Math.round(left) }) : undefined,
    };
    const paragraph = element('p', properties, content);
    return isQuote ? [element('blockquote', {}, [paragraph])] : [paragraph];
  }

  /** Returns the blocks of an item, of which the first begins it. */
  #item(node: OfficeContentNode & { type: 'list' }): Block[] {
    const { indentation = 0, listId = '', listType, itemIndex = 0 } = node.metadata ?? {};
    const { id } = anchorOf(node);
    const [first = element('p', {}), ...others] = this.blocks(contentOf(node));
    if (id !== undefined) first.children.unshift(element('a', { id }));
    const level = Math.min(indentation, deepestLevel);
    const format = listType === 'ordered' ? 'decimal' : 'bullet';
    const mark = { listId, level, number: itemIndex + 1, format };
    return [
      { node: first, mark: { ...mark, isShown: true } },
      ...others.map((other) => ({ node: other, mark: { ...mark, isShown: false } })),
    ];
  }

  #table(table: OfficeContentNode): Element {
    const rows = (table.children ?? [])
      .filter(({ type }) => type === 'row')
      .map((row) => (row.children ?? []).flatMap((cell) => (cell.type === 'cell' ? [this.#cell(cell)] : [])));
    const heads = rows.findIndex(
      (cells) => cells.length === 0 || cells.some(({ tagName }) => tagName !== 'th'),
    );
    const at = heads < 0 ? rows.length : heads;
    const shown = rows.map((cells) => element('tr', {}, cells));
    return { ...tableOf(shown.slice(0, at), shown.slice(at)), properties: anchorOf(table) };
  }

  #cell(cell: OfficeContentNode & { type: 'cell' }): Element {
    const { rowSpan = 1, colSpan = 1, style, align, backgroundColor } = cell.metadata ?? {};
    const blocks = this.blocks(contentOf(cell));
    const [first] = blocks;
    const own = blocks.length === 1 ? first?.properties['align'] : undefined;
    if (own !== undefined) delete first?.properties['align'];
    const isColor = /^#[\da-f]{6}$/i.test(backgroundColor ?? '');
    return element(
      style === 'header' ? 'th' : 'td',
      {
        ...anchorOf(cell),
        rowSpan: rowSpan > 1 ? rowSpan : undefined,
        colSpan: colSpan > 1 ? colSpan : undefined,
        align: own ?? alignOf(align),
        style: isColor && backgroundColor !== undefined ? styleText({ backgroundColor }) : undefined,
      },
      tightContent(blocks),
    );
  }

  /** @param fixed the look that all text has */
  #inline(nodes: readonly OfficeContentNode[], fixed: Look = {}): ElementContent[] {
    const runs = nodes.flatMap((node) => this.#runs(node));
    return inlineContent(runs.map(({ content, look }) => ({ content, look: { ...look, ...fixed } })));
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
    const look = lookOf(node);
    const lines = (node.text ?? '')
      .split(/\r\n?|[\n\v]/)
      .flatMap((text, index): Run[] => [
        ...(index === 0 ? [] : [{ content: element('br', {}), look: {} }]),
        { content: text.replaceAll('\t', ' '), look },
      ]);
    return [...lines, ...notes];
  }

  #image(node: OfficeContentNode & { type: 'image' }): Run {
    const { altText = '', url = '', link, width, title } = node.metadata ?? {};
    const pixels = Math.round(Number.parseFloat(width ?? ''));
    const isWide = pixels > 0 && !width?.endsWith('%');
    const shown = { src: url, alt: altText, title, width: isWide ? pixels : undefined };
    return { content: element('img', { ...anchorOf(node), ...shown }), look: { link } };
  }
}

/** Returns the children of a node, or its text as a child, since some parsers only set the text. */
function contentOf(node: OfficeContentNode): readonly OfficeContentNode[] {
  if (node.children !== undefined && node.children.length > 0) return node.children;
  return node.text === undefined || node.text === '' ? [] : [{ type: 'text', text: node.text }];
}

/** True for nodes that are part of a line of text. */
function isInline(node: OfficeContentNode): boolean {
  if (node.type === 'code') return node.metadata?.math === 'inline';
  if (node.type === 'break')
    return node.metadata?.breakType === 'textWrapping' || node.metadata?.breakType === 'carriageReturn';
  return node.type === 'text' || node.type === 'image';
}

/** Returns a block of code, or a formula. */
function codeOf(node: OfficeContentNode & { type: 'code' }): Element {
  const { math, language } = node.metadata ?? {};
  const text = node.text ?? '';
  if (math !== undefined || language === 'math')
    return formulaElement({ tex: text, isBlock: math !== 'inline' });
  const className = language === undefined ? undefined : [`language-${language}`];
  return element('pre', anchorOf(node), [element('code', { className }, [text])]);
}

function lookOf(node: OfficeContentNode): Look {
  const { font, color, backgroundColor, size, ...formatting } = node.formatting ?? {};
  const { bold, italic, underline, strikethrough, subscript, superscript } = formatting;
  const look = { bold, italic, strikethrough, subscript, superscript, code: isCodeFont(font) };
  const link = node.type === 'text' ? node.metadata?.link : undefined;
  if (link !== undefined) return { ...look, link, underline: false };
  return {
    ...look,
    underline,
    color: color === '#000000' ? undefined : color,
    backgroundColor,
    fontSize: size === undefined ? undefined : Number(/^([\d.]+)pt$/.exec(size)?.[1]),
  };
}

/** Returns the id that the first anchor of a node sets. */
function anchorOf({ metadata }: OfficeContentNode): Properties {
  const [id] = (metadata && 'anchorIds' in metadata ? metadata.anchorIds : undefined) ?? [];
  return id === undefined ? {} : { id };
}

function titleIn(style: string | undefined): string | undefined {
  return /^(?:sub)?title$/i.exec(style ?? '')?.[0].toLowerCase();
}

function alignOf(alignment: string | undefined): string | undefined {
  return alignment === 'left' ? undefined : alignment;
}
