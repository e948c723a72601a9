import type { Element, ElementContent } from 'hast';
import { writeFile } from 'node:fs/promises';
import type { EngineTask, EngineResult } from '../../api/task.ts';
import { documentOptions, documentTargets, formatIn } from '../../documents/documents.ts';
import { element } from '../../documents/tree/document.ts';
import { writeDocument } from '../../documents/write.ts';
import { openVisible, withDocument } from '../document.ts';
import { documentPages } from '../textExtraction/documentPages.ts';
import type { Footnote, TextRun } from '../textExtraction/lines.ts';
import {
  type Block,
  type BlockCell,
  type Item,
  numberOf,
  type PictureBlock,
  type TableBlock,
} from './blocks.ts';
import { outlineOf, withHeadings } from './headings.ts';
import { joinedPages } from './joining.ts';
import { withFootnotes, withoutRunningHeaders } from './marginText.ts';
import { readPage, type StructuredPage } from './page.ts';
import { type Pictures, picturesOf } from './pictures.ts';
import { placedBlocks } from './placedBlocks.ts';
import { taggedBlocks } from './taggedBlocks.ts';

/**
 * Converts a PDF to a document with headings, paragraphs, lists, tables, and links.
 * @throws ConversionError
 */
export async function reflowPdf(task: EngineTask): Promise<EngineResult> {
  const to = formatIn(documentTargets, task.to);
  const { inputPath } = task;
  return withDocument(
    task,
    async (document, options) => {
      const pages = await documentPages(document, { inputPath, options }, readPage);
      const anchors = options.pageAnchors ? document.pages.map(anchorText) : undefined;
      const joined = joinedPages(withFootnotes(withoutRunningHeaders(pages)).map(blocksOn), anchors);
      const blocks = withHeadings(joined, outlineOf(document));
      const targetOptions = documentOptions.parse(task.options);
      const hasPictures = targetOptions.pictures ?? true;
      const { pictures, names } = await picturesOf(document, hasPictures ? blocks : []);
      const root = { type: 'root' as const, children: elementsOf(blocks, names) };
      const written = await writeDocument({ root, pictures }, to, targetOptions);
      await writeFile(task.outputPath, written);
      return {};
    },
    openVisible,
  );
}

function blocksOn(page: StructuredPage): Block[] {
  return page.elements.length > 0 ? taggedBlocks(page) : placedBlocks(page);
}

/** Encloses the names of anchors in texts. Text from a PDF never contains this character. */
const anchorSign = '\u0001';

/** Returns the placeholder for the anchor `page-N`. `page` starts at 0. */
const anchorText = (page: number): string => `${anchorSign}page-${page + 1}${anchorSign}`;

/** Converts blocks to the elements of a document. */
function elementsOf(blocks: readonly Block[], pictures: Pictures['names']): Element[] {
  const elements: Element[] = [];
  /** The open lists, the innermost last. */
  let lists: Element[] = [];
  for (const block of blocks) {
    if (block.kind !== 'item') lists = [];
    if (block.kind === 'paragraph') elements.push(paragraphOf(block.runs));
    else if (block.kind === 'heading') elements.push(element(`h${block.level}`, {}, textOf(block.runs)));
    else if (block.kind === 'code')
      elements.push(element('pre', {}, [element('code', {}, [`${block.lines.join('\n')}\n`])]));
    else if (block.kind === 'table') elements.push(tableOf(block));
    else if (block.kind === 'picture') elements.push(...pictureOf(block, pictures.get(block)));
    else if (block.kind === 'item') elements.push(...addItem(lists, block));
  }
  return elements;
}

/**
 * Adds an item to the open list of its level, or to a new one if that is missing or of the other kind. Returns the new
 * list unless it is in another one.
 */
function addItem(lists: Element[], { runs, level, label }: Item): Element[] {
  const number = numberOf(label);
  const tagName = number === undefined ? 'ul' : 'ol';
  const depth = Math.min(level, lists.length);
  lists.length = Math.min(lists.length, depth + 1);
  const item = element('li', {}, textOf(runs));
  const open = lists[depth];
  if (open?.tagName === tagName) {
    open.children.push(item);
    return [];
  }
  const list = element(tagName, number === undefined || number === 1 ? {} : { start: number }, [item]);
  lists[depth] = list;
  const parent = lists[depth - 1]?.children.at(-1);
  if (parent?.type !== 'element') return [list];
  parent.children.push(list);
  return [];
}

function pictureOf({ description }: PictureBlock, name: string | undefined): Element[] {
  return name === undefined ? [] : [element('p', {}, [element('img', { src: name, alt: description })])];
}

function tableOf({ rows }: TableBlock): Element {
  return element('table', {}, [
    element(
      'tbody',
      {},
      rows.map((cells) => element('tr', {}, cells.map(cellOf))),
    ),
  ]);
}

function cellOf({ paragraphs, rowSpan, columnSpan }: BlockCell): Element {
  const [only, ...others] = paragraphs;
  const spans = {
    ...(rowSpan > 1 ? { rowSpan } : {}),
    ...(columnSpan > 1 ? { colSpan: columnSpan } : {}),
  };
  return element('td', spans, others.length === 0 ? textOf(only ?? []) : paragraphs.map(paragraphOf));
}

function paragraphOf(runs: readonly TextRun[]): Element {
  return element('p', {}, textOf(runs));
}

function textOf(runs: readonly TextRun[]): ElementContent[] {
  return runs.flatMap(({ text, bold, italic, link, note }) => {
    let content = text.split(anchorSign).flatMap(withAnchor);
    if (italic) content = [element('em', {}, content)];
    if (bold) content = [element('strong', {}, content)];
    if (link !== undefined) content = [element('a', { href: link }, content)];
    if (note !== undefined) content.push(noteOf(note));
    return content.map((each) => (typeof each === 'string' ? { type: 'text', value: each } : each));
  });
}

/** Returns one of the parts of a text between signs, of which every other one is the name of an anchor. */
function withAnchor(part: string, index: number): (Element | string)[] {
  if (index % 2 === 1) return [element('a', { id: part, className: ['page-start'] })];
  const [first = '', ...others] = part.split('\n');
  return [first, ...others.flatMap((line) => [element('br', {}), line])].filter((each) => each !== '');
}

function noteOf({ number, runs }: Footnote): Element {
  return element('footnote', { id: String(number) }, [paragraphOf(runs)]);
}
