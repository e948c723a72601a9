import assert from 'node:assert/strict';
import { inReadingOrder } from '../../../../../src/engines/pdf/structure/order.ts';

interface Named {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Lines of a column, 10 points high and 12 points apart, from the top. */
function column(name: string, left: number, right: number, top: number, count: number): Named[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `${name}${at + 1}`,
    left,
    right,
    bottom: top - 12 * at - 10,
    top: top - 12 * at,
  }));
}

const names = (places: readonly Named[]): string => places.map(({ name }) => name).join(' ');

describe('inReadingOrder', () => {
  const title = column('title', 50, 450, 800, 1);
  const left = column('left', 0, 240, 760, 3);
  const right = column('right', 260, 500, 760, 3);
  const end = column('end', 0, 500, 700, 2);
  const expected = names([...title, ...left, ...right, ...end]);

  it('keeps the order of a file that goes down its columns', () => {
    assert.equal(names(inReadingOrder([...title, ...left, ...right, ...end])), expected);
  });

  it('finds the columns of a file that has another order', () => {
    assert.equal(names(inReadingOrder([...end, ...right, ...left, ...title])), expected);
    assert.equal(names(inReadingOrder([...title, ...left, ...right, ...end].toReversed())), expected);
  });

  it('finds three columns', () => {
    const columns = [0, 170, 340].map((start, at) => column('abc'[at] ?? '', start, start + 150, 700, 3));
    assert.equal(names(inReadingOrder(columns.flat().toReversed())), 'a1 a2 a3 b1 b2 b3 c1 c2 c3');
  });

  it('keeps the order of pages with thousands of parts', () => {
    const many = column('x', 0, 100, 0, 6000).toReversed();
    assert.equal(inReadingOrder(many), many);
  });
});
