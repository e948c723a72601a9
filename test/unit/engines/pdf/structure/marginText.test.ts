import assert from 'node:assert/strict';
import type { Drawing } from '../../../../../src/engines/pdf/structure/drawing.ts';
import { withoutRunningHeaders } from '../../../../../src/engines/pdf/structure/marginText.ts';
import { type Line, textOf } from '../../../../../src/engines/pdf/textExtraction/lines.ts';
import { across, down, rowsOfText, text } from './placedText.ts';

const place = { left: 0, right: 600, bottom: 0, top: 800 };
const noDrawing: Drawing = { horizontal: [], vertical: [], dots: [], pictures: [] };
const body = rowsOfText([50], [['One'], ['Two'], ['Three']]);

const words = Array.from({ length: 12 }, (_, at) => `Line ${at}`);
const full = rowsOfText(
  [50],
  words.map((each) => [each]),
);
const fullText = words.join(', ');

/** The texts that are left on each page. */
function left(pages: readonly (readonly Line[])[], drawing = noDrawing): string[] {
  const read = withoutRunningHeaders(
    pages.map((lines, index) => ({ index, place, drawing, lines, elements: [] })),
  );
  return read.map(({ lines }) => lines.map(({ runs }) => textOf(runs)).join(', '));
}

describe('The margins of a page', () => {
  it('lose headers that are repeated, and page numbers', () => {
    const pages = [1, 2, 3].map((page) => [text('The report', 50, 780), ...body, text(`${page}`, 300, 20)]);
    assert.deepEqual(
      left(pages),
      pages.map(() => 'One, Two, Three'),
    );
  });

  it('lose the few small texts at the edges of a full page, such as those that browsers print', () => {
    const top = [text('29/11/2026, 17:23', 20, 785), text('The title', 300, 785)];
    const bottom = [text('https://example.com/a', 20, 12), text('1/1', 570, 12)];
    assert.deepEqual(left([[...top, ...full, ...bottom]]), [fullText]);
  });

  it('keep the largest text at an edge, which is a title', () => {
    const title = { ...text('The title', 50, 780), size: 24 };
    assert.deepEqual(left([[title, ...full]]), [`The title, ${fullText}`]);
  });

  it('keep text at an edge if there is much of it, or little on the page', () => {
    const row = rowsOfText([50, 150, 250, 350], [['a', 'b', 'c', 'd']], 780);
    assert.deepEqual(left([[...row, ...full]]), [`a, b, c, d, ${fullText}`]);
    assert.deepEqual(left([[text('The title', 50, 780), ...body]]), ['The title, One, Two, Three']);
  });

  it('keep a number that is beside other text', () => {
    assert.deepEqual(left([[...body, text('Total', 50, 20), text('1234', 130, 20)]]), [
      'One, Two, Three, Total, 1234',
    ]);
  });

  it('keep the rows of a table that reaches into them', () => {
    const rows = Array.from({ length: 25 }, (_, at) => [`Row ${at}`, `${at}`]);
    const lines = rows.flatMap((row, at) => rowsOfText([55, 150], [row], 780 - 31 * at));
    const vertical = [50, 140, 250].map((x) => down(x, 25, 795));
    const horizontal = Array.from({ length: 26 }, (_, at) => across(795 - 31 * at, 50, 250));
    assert.deepEqual(left([lines], { ...noDrawing, vertical, horizontal }), [rows.flat().join(', ')]);
  });
});
