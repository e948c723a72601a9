import assert from 'node:assert/strict';
import type { Block, BlockCell } from '../../../../../src/engines/pdf/structure/blocks.ts';
import { joinedPages } from '../../../../../src/engines/pdf/structure/joining.ts';

const run = (text: string) => ({ text, bold: false, italic: false, link: undefined });
const paragraph = (text: string, isOpen = true): Block => ({
  kind: 'paragraph',
  runs: [run(text)],
  size: 10,
  isOpen,
});
const table = (columns: readonly number[], ...rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  columns,
  rows: rows.map((row) =>
    row.map((text, column): BlockCell => ({ paragraphs: [[run(text)]], column, rowSpan: 1, columnSpan: 1 })),
  ),
});
const textsOf = (blocks: readonly Block[]): string[] =>
  blocks.map((block) => {
    if ('runs' in block) return block.runs.map(({ text }) => text).join('');
    if (block.kind !== 'table') return block.kind;
    return block.rows
      .map((row) =>
        row
          .map((cell) =>
            cell.paragraphs
              .flat()
              .map(({ text }) => text)
              .join(''),
          )
          .join(','),
      )
      .join(';');
  });

describe('joinedPages', () => {
  it('joins a paragraph that continues on the next page', () => {
    const pages = [[paragraph('It goes on')], [paragraph('over the page.'), paragraph('Next.')]];
    assert.deepEqual(textsOf(joinedPages(pages)), ['It goes on over the page.', 'Next.']);
  });

  it('joins the halves of a word', () => {
    const pages = [[paragraph('It goes fur-')], [paragraph('ther.')]];
    assert.deepEqual(textsOf(joinedPages(pages)), ['It goes further.']);
  });

  it('joins a paragraph over so many pages that joining it page by page would take hours', () => {
    const line = 'so it goes on from page to page, '.repeat(100);
    const pages = Array.from({ length: 40_000 }, () => [paragraph(`${line}fur-`)]);
    const [joined] = textsOf(joinedPages([...pages, [paragraph('ther.')]]));
    assert.ok(joined?.endsWith(`fur${line}further.`));
  });

  it('keeps paragraphs apart that end before the edge or with a sentence', () => {
    for (const first of [paragraph('A heading', false), paragraph('A sentence.')])
      assert.equal(joinedPages([[first], [paragraph('Another one.')]]).length, 2);
  });

  it('joins tables with one head or the same columns, and no others', () => {
    const first = table([0, 50], ['Name', 'Age'], ['Ada', '36']);
    const repeated = table([3, 90], ['Name', 'Age'], ['Bea', '41']);
    const aligned = table([10, 60], ['Bea', '41']);
    const other = table([10, 90], ['Bea', '41']);
    const joined = 'Name,Age;Ada,36;Bea,41';
    assert.deepEqual(textsOf(joinedPages([[first], [repeated]])), [joined]);
    assert.deepEqual(textsOf(joinedPages([[first], [aligned]])), [joined]);
    assert.equal(joinedPages([[first], [other]]).length, 2);
  });

  it('marks page starts even within joined parts', () => {
    const pages = [[paragraph('It goes on')], [paragraph('over the page.')], [paragraph('New.')]];
    const joined = joinedPages(pages, ['<1>', '<2>', '<3>']);
    assert.deepEqual(textsOf(joined), ['<1>', 'It goes on <2>over the page.', '<3>', 'New.']);
  });
});
