import assert from 'node:assert/strict';
import type { Block } from '../../../../../src/engines/pdf/structure/blocks.ts';
import { placedBlocks } from '../../../../../src/engines/pdf/structure/placedBlocks.ts';
import { type Line, textOf } from '../../../../../src/engines/pdf/textExtraction/lines.ts';
import type { PageArea } from '../../../../../src/engines/pdf/textExtraction/upright.ts';
import { across, down, rowsOfText, text } from './placedText.ts';

interface Rules {
  readonly horizontal?: readonly PageArea[];
  readonly vertical?: readonly PageArea[];
}

/** The blocks of a page: paragraphs as their text, and tables as rows of cells, with their spans if they have any. */
function read(lines: readonly Line[], { horizontal = [], vertical = [] }: Rules = {}): unknown[] {
  const place = { left: 0, right: 600, bottom: 0, top: 800 };
  const drawing = { horizontal, vertical, dots: [], pictures: [] };
  return placedBlocks({ index: 0, place, drawing, lines, elements: [] }).map(shown);
}

function shown(block: Block): unknown {
  if ('runs' in block) return textOf(block.runs);
  if (block.kind !== 'table') return block.kind;
  return block.rows.map((row) =>
    row.map(({ paragraphs, rowSpan, columnSpan }) => {
      const spans = rowSpan * columnSpan > 1 ? ` [${rowSpan}×${columnSpan}]` : '';
      return paragraphs.map(textOf).join(' ') + spans;
    }),
  );
}

const body = [
  ['Alpha', 'first', '1.5'],
  ['Beta', 'second one', '22.75'],
  ['Gamma ray', 'third', '3'],
] as const;
const head = ['Name', 'Kind', 'Value'] as const;
const xs = [55, 130, 230];

describe('A table', () => {
  it('has a row for each line of text if its rules are only between columns and below the header', () => {
    const vertical = [120, 220].map((x) => down(x, 560, 610));
    const horizontal = [across(596)];
    assert.deepEqual(read(rowsOfText(xs, [head, ...body]), { horizontal, vertical }), [[[...head], ...body]]);
  });

  it('has a row for each line of a framed group, beside the title of the group', () => {
    const rows = [
      ['', 'Apple', '1.20'],
      ['', 'Pear', '1.40'],
      ['', 'Plum', '0.80'],
      ['Roots', 'Beet', '2.10'],
    ];
    const lines = [...rowsOfText(xs, [head, ...rows]), text('Fruit', 55, 582)];
    const vertical = [50, 120, 220, 300].map((x) => down(x, 548, 610));
    const horizontal = [610, 597, 561, 548].map((y) => across(y));
    assert.deepEqual(read(lines, { horizontal, vertical }), [
      [
        [...head],
        ['Fruit [3×1]', 'Apple', '1.20'],
        ['Pear', '1.40'],
        ['Plum', '0.80'],
        ['Roots', 'Beet', '2.10'],
      ],
    ]);
  });

  it('keeps the lines of a cell together if rules separate its rows', () => {
    const lines = rowsOfText(xs, [
      head,
      ['Alpha Beta', 'words that', '1'],
      ['', 'go on', ''],
      ['Gamma', 'few', '2'],
    ]);
    const vertical = [50, 120, 220, 300].map((x) => down(x, 560, 610));
    const horizontal = [610, 597, 573, 560].map((y) => across(y));
    assert.deepEqual(read(lines, { horizontal, vertical }), [
      [[...head], ['Alpha Beta', 'words that go on', '1'], ['Gamma', 'few', '2']],
    ]);
  });

  it('has no dots that lead from one cell to the next', () => {
    const rows = [
      ['Item', 'Count'],
      ['Apples. . . . . . .', '12'],
      ['Pears .........', '7'],
      ['Etc...', '3'],
    ];
    const horizontal = [610, 597, 550].map((y) => across(y));
    assert.deepEqual(read(rowsOfText([55, 180], rows), { horizontal }), [
      [rows[0], ['Apples', '12'], ['Pears', '7'], rows[3]],
    ]);
  });

  it('has columns that only their text shows, beside others with rules', () => {
    const rows = [
      ['Team', '1', '2', 'Sum'],
      ['Reds', '10', '20', '30'],
      ['Blues', '11', '21', '32'],
    ];
    const vertical = [50, 120, 220, 300].map((x) => down(x, 570, 610));
    const horizontal = [610, 597, 570].map((y) => across(y));
    assert.deepEqual(read(rowsOfText([55, 130, 180, 230], rows), { horizontal, vertical }), [rows]);
  });

  it('keeps rows between three rules apart, even if one of them has a single cell', () => {
    const rows = [head, ['Group one'], ...body, ['Group two, whose name is wider than a column'], ...body];
    const horizontal = [610, 597, 500].map((y) => across(y));
    assert.deepEqual(read(rowsOfText(xs, rows), { horizontal }), [
      rows.map((row) => [...row, ...Array.from({ length: 3 - row.length }, () => '')]),
    ]);
  });

  it('has a header above all columns that the rule below it covers', () => {
    const rows = [
      ['', '', 'Rounds', ''],
      ['Team', '1', '2', '3'],
      ['Reds', '10', '20', '30'],
      ['Blues', '11', '21', '31'],
    ];
    const horizontal = [across(610), across(597, 120, 300), across(585), across(560)];
    assert.deepEqual(read(rowsOfText([55, 130, 180, 240], rows), { horizontal }), [
      [['', 'Rounds [1×3]'], ...rows.slice(1)],
    ]);
  });

  it('has a cell for text that continues in the next line', () => {
    const rows = [
      ['Option', 'Description', 'Default'],
      ['verbose', 'Prints all that', 'no'],
      ['', 'happens here', ''],
      ['quiet', 'Nothing', 'yes'],
    ];
    const horizontal = [610, 597, 550].map((y) => across(y));
    assert.deepEqual(read(rowsOfText(xs, rows), { horizontal }), [
      [rows[0], ['verbose', 'Prints all that happens here', 'no'], rows[3]],
    ]);
  });

  it('ends before text between it and another table with rules of the same width', () => {
    const table = [head, ...body];
    const lines = [
      ...rowsOfText(xs, table),
      text('This is said about both of the tables.', 50, 525),
      ...rowsOfText(xs, table, 476),
    ];
    const horizontal = [610, 597, 560, 486, 473, 436].map((y) => across(y));
    const expected = [[...head], ...body];
    assert.deepEqual(read(lines, { horizontal }), [
      expected,
      'This is said about both of the tables.',
      expected,
    ]);
  });

  it('goes on after the title of a group that is wider than its column, also without rules', () => {
    const rows = [head, ['All of the things of one kind'], ...body, ['All of the others'], ...body];
    assert.deepEqual(read(rowsOfText(xs, rows)), [
      rows.map((row) => [...row, ...Array.from({ length: 3 - row.length }, () => '')]),
    ]);
  });

  it('isn’t the frame of a chart, whose lines have few words between them', () => {
    const lines = [text('North', 210, 575), text('South', 210, 530)];
    const vertical = [50, 100, 150, 200, 250, 300].map((x) => down(x, 500, 600));
    const horizontal = [600, 580, 560, 540, 520, 500].map((y) => across(y));
    assert.deepEqual(read(lines, { horizontal, vertical }), ['North', 'South']);
  });
});
