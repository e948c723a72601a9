import type { Element, ElementContent, RootContent } from 'hast';
import type { DocumentOptions } from './documents.ts';
import { type Document, element, hasClass, isNamed, textIn, textProperty } from './tree/document.ts';
import { isBlock } from './tree/flow.ts';
import { Grids } from './tree/tables.ts';
import { alertKindOf } from './tree/alerts.ts';
import { Notes } from './tree/notes.ts';

/** Reads plain text as paragraphs, which are separated by blank lines and keep their line breaks. */
export function documentOfText(text: string): Document {
  const children = text
    .replaceAll(/\r\n?|[\f\v\u0085\u2028\u2029]/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => element('p', {}, paragraph.split('\n').flatMap(lineOf)));
  return { root: { type: 'root', children }, pictures: new Map() };
}

const tabSpaces = '    ';

/** Returns a line with its white space, which would collapse between elements. */
function lineOf(line: string, index: number): (ElementContent | string)[] {
  const spaced = line.trimEnd().replaceAll('\t', tabSpaces);
  const kept = spaced.replaceAll(/^ +| {2,}/g, (spaces, at: number) =>
    at === 0 ? '\u00a0'.repeat(spaces.length) : `${'\u00a0'.repeat(spaces.length - 1)} `,
  );
  return [...(index === 0 ? [] : [element('br', {})]), ...(kept === '' ? [] : [kept])];
}

/** Writes the text of a document: a line for each paragraph, and notes at the end. */
export function writeText({ root }: Document, { wrap }: Pick<DocumentOptions, 'wrap'>): string {
  const writer = new TextWriter(wrap);
  writer.blocks(root.children, '');
  writer.notes();
  return `${writer.text().replace(/^\n+/, '').trimEnd()}\n`;
}

const indent = ' '.repeat(4);
/** Limits for white space, so that it stays in proportion to the text. */
const maxPrefix = 200;
const maxPadding = 100;

class TextWriter {
  readonly #wrap: number | undefined;
  #lines: string[] = [];
  /** The beginning of the next line, such as `1. `, and the length of the prefix that it replaces. */
  #start: { readonly text: string; readonly replaced: number } | undefined;
  readonly #notes: Notes;
  readonly #grids: Grids;

  constructor(wrap: number | undefined, notes = new Notes(), grids = new Grids()) {
    this.#wrap = wrap;
    this.#notes = notes;
    this.#grids = grids;
  }

  text(): string {
    return this.#lines.join('\n');
  }

  /** Writes blocks and text between them, with a prefix for each line. */
  blocks(nodes: readonly RootContent[], prefix: string): void {
    let inline: RootContent[] = [];
    const writeInline = (): void => {
      const text = inline.length === 0 ? '' : this.#inline(inline);
      // Spaces around pictures are left over.
      const lines = text.trim() === '' ? [] : text.replaceAll(/ {2,}/g, ' ').split('\n');
      for (const line of lines) this.#line(line.replace(/^ | $/g, ''), prefix);
      inline = [];
    };
    for (const node of nodes) {
      if (!isBlock(node)) {
        inline.push(node);
        continue;
      }
      writeInline();
      this.#block(node, prefix);
    }
    writeInline();
  }

  notes(): void {
    if (this.#notes.size === 0) return;
    this.#blankLine();
    this.#lines.push('', '--- Notes ---');
    // The notes of notes are added to the end.
    for (const [number, { children }] of this.#notes) this.#item(`[${number}] `, children, '');
  }

  #block(node: Element, prefix: string): void {
    const { tagName, children } = node;
    switch (tagName) {
      case 'blockquote':
        return this.blocks(children, extended(prefix, '> '));
      case 'dd':
        return this.blocks(children, extended(prefix, indent));
      case 'hr':
        return this.#blankLine();
      case 'ol':
      case 'ul':
        return this.#list(node, prefix);
      case 'pre':
        return this.#unchanged(textIn(node).replace(/\n$/, '').split('\n'), prefix);
      case 'table':
        return this.#table(node, prefix);
      default: {
        const kind = alertKindOf(node);
        if (kind === undefined) return this.blocks(children, prefix);
        const content = children.filter(
          (child) => child.type !== 'element' || !hasClass(child, 'markdown-alert-title'),
        );
        this.#begin(`${prefix}[${kind.toUpperCase()}] `, prefix);
        return this.blocks(content, prefix);
      }
    }
  }

  #list({ tagName, properties, children }: Element, prefix: string): void {
    let number = Number(properties['start'] ?? 1);
    for (const item of children) {
      if (item.type !== 'element') continue;
      number = Number(item.properties['value'] ?? number);
      const mark = textProperty(item, 'dataLabel') ?? (tagName === 'ol' ? `${number}. ` : '- ');
      this.#item(mark, item.children, prefix);
      number += properties['reversed'] === true ? -1 : 1;
    }
  }

  #item(mark: string, children: readonly ElementContent[], prefix: string): void {
    const within = extended(prefix, indent);
    this.#begin(`${prefix}${mark}`, within);
    this.blocks(children, within);
    this.#begin(undefined, '');
  }

  /** Sets the beginning of the next line. If there was no line for the last one, it becomes a line of its own. */
  #begin(text: string | undefined, prefix: string): void {
    if (this.#start !== undefined) this.#lines.push(this.#start.text.trimEnd());
    this.#start = text === undefined ? undefined : { text, replaced: prefix.length };
  }

  #line(text: string, prefix: string): void {
    let line = this.#start === undefined ? prefix : this.#start.text + prefix.slice(this.#start.replaced);
    this.#start = undefined;
    if (this.#wrap === undefined || line.length + text.length <= this.#wrap) {
      this.#lines.push(line + text);
      return;
    }
    let isEmpty = true;
    for (const word of text.split(/[ \t]+/)) {
      if (!isEmpty && line.length + 1 + word.length > this.#wrap) {
        this.#lines.push(line);
        line = prefix;
        isEmpty = true;
      }
      line += isEmpty ? word : ` ${word}`;
      isEmpty = false;
    }
    this.#lines.push(line);
  }

  /** Writes lines that are never wrapped. */
  #unchanged(lines: readonly string[], prefix: string): void {
    this.#begin(undefined, '');
    for (const line of lines) this.#lines.push(line === '' ? prefix.trimEnd() : prefix + line);
  }

  #blankLine(): void {
    if (this.#lines.at(-1) !== '') this.#lines.push('');
  }

  #table(table: Element, prefix: string): void {
    const rows = this.#grids.of(table)?.rows ?? [];
    // Merged cells have their text in the first place.
    const grid = rows.map((slots) =>
      slots
        .slice(0, slots.findLastIndex(({ cell }) => cell !== undefined) + 1)
        .flatMap(({ cell, columns, isContinued }) => {
          const text = cell === undefined || isContinued ? '' : this.#cell(cell);
          return Array.from({ length: columns }, (_, at) => (at === 0 ? text : ''));
        }),
    );
    const widths: number[] = [];
    for (const row of grid) {
      for (const [at, cell] of row.entries())
        widths[at] = Math.max(widths[at] ?? 0, Math.min(cell.length, maxPadding));
    }
    const lines = grid.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
    this.#blankLine();
    this.#unchanged(lines, prefix);
    this.#blankLine();
  }

  #cell(cell: Element): string {
    const writer = new TextWriter(undefined, this.#notes, this.#grids);
    writer.blocks(cell.children, '');
    return writer.text().replaceAll('\n', ' ').trim();
  }

  #inline(nodes: readonly RootContent[]): string {
    return nodes
      .map((node, at) => {
        if (node.type === 'text') {
          const before = nodes[at - 1];
          return before !== undefined && isNamed(before, 'input') ? node.value.trimStart() : node.value;
        }
        if (node.type !== 'element') return '';
        switch (node.tagName) {
          case 'br':
            return '\n';
          case 'footnote':
            return `[${this.#notes.numberOf(node)}]`;
          case 'input':
            return node.properties['checked'] === true ? '[x] ' : '[ ] ';
          default:
            return this.#inline(node.children);
        }
      })
      .join('');
  }
}

function extended(prefix: string, by: string): string {
  return prefix.length < maxPrefix ? prefix + by : prefix;
}
