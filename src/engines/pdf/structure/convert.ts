import type { OfficeContentNode } from 'officeparser';
import { writeFile } from 'node:fs/promises';
import type { EngineWork, WorkResult } from '../../api/work.ts';
import { documentOptions, documentTargets, formatIn } from '../../documents/documents.ts';
import { documentOf } from '../../documents/read.ts';
import { writeDocument } from '../../documents/write.ts';
import { openVisible, withDocument } from '../document.ts';
import { documentPages } from '../textExtraction/documentPages.ts';
import { type Footnote, textOf, type TextRun } from '../textExtraction/lines.ts';
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
export async function reflowPdf(work: EngineWork): Promise<WorkResult> {
  const to = formatIn(documentTargets, work.to);
  const { inputPath } = work;
  return withDocument(
    work,
    async (document, options) => {
      const pages = await documentPages(document, { inputPath, options }, readPage);
      const anchors = options.pageAnchors ? document.pages.map(anchorText) : undefined;
      const joined = joinedPages(withFootnotes(withoutRunningHeaders(pages)).map(blocksOn), anchors);
      const blocks = withHeadings(joined, outlineOf(document));
      const targetOptions = documentOptions.parse(work.options);
      const hasPictures = targetOptions.pictures ?? true;
      const { attachments, names } = await picturesOf(document, hasPictures ? blocks : []);
      const tree = { ...(await documentOf(nodesOf(blocks, names))), attachments: [...attachments] };
      const written = await writeDocument(tree, to, targetOptions);
      const isMarked = anchors !== undefined && typeof written === 'string';
      await writeFile(work.outputPath, isMarked ? withAnchors(written) : written);
      return {};
    },
    openVisible,
  );
}

function blocksOn(page: StructuredPage): Block[] {
  return page.elements.length > 0 ? taggedBlocks(page) : placedBlocks(page);
}

/** Encloses the names of anchors until the document has been written. Text from a PDF never contains this character. */
const anchorSign = '\u0001';

/** Returns the placeholder for the anchor `page-N`. `page` starts at 0. */
const anchorText = (page: number): string => `${anchorSign}page-${page + 1}${anchorSign}`;

/** Replaces placeholders with anchors in HTML syntax, which Markdown also supports. */
function withAnchors(written: string): string {
  const parts = written.split(anchorSign);
  return parts.map((part, at) => (at % 2 === 1 ? `<a id="${part}"></a>` : part)).join('');
}

/** Converts blocks to the nodes that document writers use. */
function nodesOf(blocks: readonly Block[], pictures: Pictures['names']): OfficeContentNode[] {
  const nodes: OfficeContentNode[] = [];
  let lists: Counted[] = [];
  let count = 0;
  for (const block of blocks) {
    if (block.kind !== 'item') lists = [];
    if (block.kind === 'paragraph') nodes.push(paragraphOf(block.runs));
    else if (block.kind === 'heading')
      nodes.push({ ...textual(block.runs), type: 'heading', metadata: { level: block.level } });
    else if (block.kind === 'code') nodes.push({ type: 'code', text: block.lines.join('\n') });
    else if (block.kind === 'table') nodes.push(tableNode(block));
    else if (block.kind === 'picture') nodes.push(...pictureNodes(block, pictures.get(block)));
    else if (block.kind === 'item') {
      lists.length = Math.min(lists.length, block.level + 1);
      let list = lists[block.level];
      const isOrdered = numberOf(block.label) !== undefined;
      if (!list || list.isOrdered !== isOrdered) {
        count += 1;
        list = { id: String(count), isOrdered };
        lists[block.level] = list;
      }
      nodes.push(itemNode(block, list));
    }
  }
  return nodes;
}

interface Counted {
  readonly id: string;
  readonly isOrdered: boolean;
}

function itemNode({ runs, level, label }: Item, { id }: Counted): OfficeContentNode {
  const number = numberOf(label);
  return {
    ...textual(runs),
    type: 'list',
    metadata: {
      listType: number === undefined ? 'unordered' : 'ordered',
      indentation: level,
      alignment: 'left',
      listId: id,
      itemIndex: (number ?? 1) - 1,
    },
  };
}

function pictureNodes({ description }: PictureBlock, name: string | undefined): OfficeContentNode[] {
  if (name === undefined) return [];
  return [{ type: 'image', metadata: { attachmentName: name, altText: description } }];
}

function tableNode({ rows }: TableBlock): OfficeContentNode {
  return {
    type: 'table',
    children: rows.map((cells, row) => ({
      type: 'row',
      children: cells.map((cell) => cellNode(cell, row)),
    })),
  };
}

function cellNode({ paragraphs, column, rowSpan, columnSpan }: BlockCell, row: number): OfficeContentNode {
  return {
    type: 'cell',
    text: paragraphs.map(textOf).join('\n'),
    children: paragraphs.map(paragraphOf),
    metadata: { row, col: column, rowSpan, colSpan: columnSpan },
  };
}

const paragraphOf = (runs: readonly TextRun[]): OfficeContentNode => ({
  ...textual(runs),
  type: 'paragraph',
});

function textual(runs: readonly TextRun[]): { text: string; children: OfficeContentNode[] } {
  return { text: textOf(runs), children: runs.map(textNode) };
}

function noteNode({ number, runs }: Footnote): OfficeContentNode {
  return {
    ...textual(runs),
    type: 'note',
    metadata: { noteType: 'footnote', noteId: String(number) },
  };
}

function textNode({ text, bold, italic, link, note }: TextRun): OfficeContentNode {
  const formatting = { ...(bold ? { bold } : {}), ...(italic ? { italic } : {}) };
  return {
    type: 'text',
    text,
    formatting,
    ...(note === undefined ? {} : { notes: [noteNode(note)] }),
    ...(link === undefined ? {} : { metadata: { link, linkType: 'external' } }),
  };
}
