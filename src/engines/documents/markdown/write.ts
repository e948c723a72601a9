import type { Element, ElementContent, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type {
  AlignType,
  BlockContent,
  FootnoteDefinition,
  ListItem,
  PhrasingContent,
  Table,
  TableCell,
} from 'mdast';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { wordsIn } from '../../../util/text.ts';
import { checkRepeatedPictures } from '../tree/limits.ts';
import { headingLevel } from '../tree/contents.ts';
import {
  classesOf,
  type Document,
  element,
  formulaOf,
  hasClass,
  isNamed,
  type Picture,
  textIn,
  textProperty,
} from '../tree/document.ts';
import type { DocumentOptions } from '../documents.ts';
import { depthFault } from '../faults.ts';
import { isBlock } from '../tree/flow.ts';
import { Grids, rowsIn } from '../tree/tables.ts';
import { InlineContent, type PictureAddress } from './inlineContent.ts';
import { joined, trimmed, withHtmlBreaks } from './inline.ts';
import { markdownOf } from './serialize.ts';
import { PictureData } from './pictureData.ts';
import { alertKindOf } from '../tree/alerts.ts';
import { taskBox } from '../tree/items.ts';

/**
 * Writes Markdown as GitHub shows it, with embedded pictures. What it has no signs for becomes HTML, such as merged
 * cells, or loses its look.
 * @throws ConversionError if the document repeats pictures too often, or is nested too deeply
 */
export function writeMarkdown(
  document: Document,
  { pictures = true, pictureMarks = false }: DocumentOptions,
): string {
  if (pictures) checkRepeatedPictures(document);
  const data = new PictureData();
  try {
    const embedded: PictureAddress = (name, { mediaType, data: bytes }) =>
      data.nameOf(name, () => `data:${mediaType};base64,${bytes.toString('base64')}`);
    const writer = new MarkdownTree(document, pictures ? embedded : pictureMarks ? markOf : undefined);
    const children = writer.blocks(document.root.children);
    return data.restore(markdownOf({ type: 'root', children: [...children, ...writer.notes] }));
  } catch (error) {
    throw depthFault(error);
  }
}

/** Returns a name that changes with the content of a picture. */
function markOf(name: string, { data }: Picture): string {
  return `picture-${createHash('sha256').update(data).digest('hex').slice(0, 8)}${path.extname(name)}`;
}

/** Converts the blocks of a document to those of Markdown. */
class MarkdownTree {
  readonly #inline: InlineContent;
  readonly #grids = new Grids();

  constructor(document: Document, addressOf: PictureAddress | undefined) {
    this.#inline = new InlineContent(document, addressOf, (nodes) => this.blocks(nodes));
  }

  get notes(): Iterable<FootnoteDefinition> {
    return this.#inline.notes.values();
  }

  /** Converts blocks, and text between them, which becomes paragraphs. */
  blocks(nodes: readonly (ElementContent | RootContent)[]): BlockContent[] {
    const result: BlockContent[] = [];
    let line: ElementContent[] = [];
    const endLine = (): void => {
      result.push(...this.#paragraph(line));
      line = [];
    };
    for (const node of nodes) {
      if (isBlock(node)) {
        endLine();
        for (const block of this.#block(node)) result.push(block);
      } else if (node.type !== 'doctype') line.push(node);
    }
    endLine();
    return result;
  }

  #block(node: Element): BlockContent[] {
    const { tagName, children } = node;
    const level = headingLevel(tagName) ?? (hasClass(node, 'title') ? 1 : undefined);
    if (level !== undefined) {
      const line = this.#line(children);
      if (textIn(node).trim() === '' && !line.some(({ type }) => type === 'image'))
        return this.#paragraph([node]);
      return [...this.#anchor(node), { type: 'heading', depth: depthOf(level), children: line }];
    }
    switch (tagName) {
      case 'p':
      case 'summary':
      case 'figcaption':
        return children.some(isBlock)
          ? this.#withAnchor(node, this.blocks(children))
          : this.#paragraph([node]);
      case 'dt':
        return this.#withAnchor(node, this.#paragraph([element('strong', {}, children)]));
      case 'blockquote':
        return this.#withAnchor(node, [{ type: 'blockquote', children: this.blocks(children) }]);
      case 'pre':
        return this.#withAnchor(node, [this.#code(node)]);
      case 'hr':
        return hasClass(node, 'page-break') ? [] : [...this.#anchor(node), { type: 'thematicBreak' }];
      case 'ul':
      case 'ol':
        return this.#withAnchor(node, this.#list(node));
      case 'table':
        return this.#withAnchor(node, this.#table(node));
      default: {
        const kind = alertKindOf(node);
        return this.#withAnchor(node, kind === undefined ? this.blocks(children) : this.#alert(node, kind));
      }
    }
  }

  #withAnchor(node: Element, blocks: readonly BlockContent[]): BlockContent[] {
    return [...this.#anchor(node), ...blocks];
  }

  /** Returns the anchor of an element as a block of its own. */
  #anchor(node: Element): BlockContent[] {
    const anchor = this.#inline.anchor(node);
    return anchor.length === 0 ? [] : [{ type: 'paragraph', children: anchor }];
  }

  #paragraph(nodes: readonly ElementContent[]): BlockContent[] {
    const children = trimmed(joined(this.#inline.read(nodes)));
    return children.length === 0 ? [] : [{ type: 'paragraph', children }];
  }

  /** Converts content that has to be in one line. */
  #line(nodes: readonly ElementContent[], isHead = false): PhrasingContent[] {
    // The text of a header is bold anyway.
    const content = isHead ? this.#inline.readIn('strong', nodes) : this.#inline.read(nodes);
    return withHtmlBreaks(trimmed(joined(content)));
  }

  #code(node: Element): BlockContent {
    const formula = formulaOf(node);
    if (formula !== undefined)
      return { type: 'math', value: formula.tex.replaceAll(/\n\s*\n/g, '\n').trim() };
    const [code] = node.children;
    const classes = code?.type === 'element' ? classesOf(code) : [];
    const lang = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length);
    return { type: 'code', ...(lang === undefined ? {} : { lang }), value: textIn(node).replace(/\n$/, '') };
  }

  #alert(node: Element, kind: string): BlockContent[] {
    const [first, ...others] = this.blocks(node.children.filter((child) => !isAlertTitle(child)));
    const marker = `[!${kind.toUpperCase()}]`;
    const isText = first?.type === 'paragraph';
    const children: PhrasingContent[] = [
      { type: 'html', value: isText ? `${marker}\n` : marker },
      ...(isText ? first.children : []),
    ];
    const rest = isText || first === undefined ? others : [first, ...others];
    return [{ type: 'blockquote', children: [{ type: 'paragraph', children }, ...rest] }];
  }

  /** Converts a list. Items with labels of their own become paragraphs, since only numbers can be written. */
  #list(node: Element): BlockContent[] {
    const result: BlockContent[] = [];
    const start = Number(node.properties['start'] ?? 1);
    let items: ListItem[] = [];
    let count = 0;
    const endList = (): void => {
      const [first] = items;
      if (first === undefined) return;
      const spread = items.some((item) => item.spread === true);
      const ordered = node.tagName === 'ol';
      const from = Number.isSafeInteger(start) ? Math.max(0, start) + count - items.length : 1;
      result.push({ type: 'list', ordered, ...(ordered ? { start: from } : {}), spread, children: items });
      items = [];
    };
    for (const item of node.children) {
      if (item.type !== 'element') continue;
      const label = textProperty(item, 'dataLabel');
      if (label !== undefined) {
        endList();
        result.push(
          ...this.#withAnchor(item, this.blocks([{ type: 'text', value: label }, ...item.children])),
        );
      } else if (item.tagName === 'li') {
        count += 1;
        items.push(this.#item(item));
      } else items.at(-1)?.children.push(...this.blocks([item]));
    }
    endList();
    return result;
  }

  #item(item: Element): ListItem {
    const box = taskBox(item);
    const checked = box === undefined ? null : box.properties['checked'] === true;
    const spread = item.children.some((child) => isNamed(child, 'p'));
    const anchor = this.#inline.anchor(item);
    const children = this.blocks(item.children);
    const [first] = children;
    if (first?.type === 'paragraph') first.children.unshift(...anchor);
    else if (anchor.length > 0 || checked !== null) children.unshift({ type: 'paragraph', children: anchor });
    return { type: 'listItem', spread, checked, children };
  }

  #table(node: Element): BlockContent[] {
    const cells = rowsIn(node).map((row) => row.cells);
    const grid = this.#grids.of(node);
    if (grid === undefined) return [];
    const isMerged = grid.rows.flat().some(({ columns, isContinued }) => columns > 1 || isContinued);
    if (isMerged || !cells.flat().every(isSimple)) return this.#htmlTable(cells);
    const columns = cells.reduce((most, { length }) => Math.max(most, length), 0);
    const [head = []] = cells;
    const align = Array.from({ length: columns }, (_, at): AlignType => {
      const aligned = textProperty(
        cells.find((row) => row[at]?.properties['align'] !== undefined)?.[at] ?? element('td', {}),
        'align',
      );
      return aligned === 'left' || aligned === 'center' || aligned === 'right' ? aligned : null;
    });
    const empty = Array.from({ length: columns - head.length }, (): TableCell => ({
      type: 'tableCell',
      children: [],
    }));
    const table: Table = {
      type: 'table',
      align,
      children: cells.map((row, at) => ({
        type: 'tableRow',
        children: [...row.map((cell) => this.#cell(cell, at === 0)), ...(at === 0 ? empty : [])],
      })),
    };
    return [table];
  }

  #cell(cell: Element, isHead: boolean): TableCell {
    const lines = cell.children.map((child) =>
      isNamed(child, 'p') ? element('span', child.properties, [...child.children, element('br', {})]) : child,
    );
    const children = [...this.#inline.anchor(cell), ...this.#line(lines, isHead)];
    return { type: 'tableCell', children };
  }

  /** Writes a table as HTML. Its cells hold Markdown, unless they only have text and marks for its look. */
  #htmlTable(rows: readonly (readonly Element[])[]): BlockContent[] {
    const result: BlockContent[] = [];
    let html = '<table>';
    for (const row of rows) {
      html += '\n<tr>';
      for (const cell of row) {
        const { tagName, properties, children } = cell;
        const { colSpan, rowSpan, align } = properties;
        const shell = toHtml(element(tagName, { colSpan, rowSpan, align })).replace(/<\/t[dh]>$/, '');
        html += `\n${shell}`;
        if (children.every(isPlain)) html += toHtml({ type: 'root', children });
        else {
          result.push({ type: 'html', value: html.trim() }, ...this.#withAnchor(cell, this.blocks(children)));
          html = '';
        }
        html += `</${tagName}>`;
      }
      html += '\n</tr>';
    }
    result.push({ type: 'html', value: `${html}\n</table>`.trim() });
    return result;
  }
}

const depths = [1, 2, 3, 4, 5, 6] as const;

function depthOf(level: number): (typeof depths)[number] {
  return depths[level - 1] ?? 6;
}

function isAlertTitle(node: ElementContent): boolean {
  return node.type === 'element' && hasClass(node, 'markdown-alert-title');
}

const plainNames = wordsIn('br code del em s strong sub sup u');

/** True for text, also if it is bold or the like. */
function isPlain(node: ElementContent): boolean {
  if (node.type !== 'element') return node.type === 'text';
  return plainNames.has(node.tagName) && formulaOf(node) === undefined && node.children.every(isPlain);
}

/** True for a cell that has only lines of text. */
function isSimple({ children }: Element): boolean {
  return children.every((child) => !isBlock(child) || child.tagName === 'p');
}
