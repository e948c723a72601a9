import assert from 'node:assert/strict';
import { representative } from '../../../tools/matrix/representative.ts';
import { rows } from '../../../tools/matrix/rows.ts';

/** What each engine does with each format. */
const formatsOf = (some: typeof rows): Set<string> =>
  new Set(some.flatMap(({ engine, from, to }) => [`${engine} reads ${from}`, `${engine} writes ${to}`]));

describe('The rows that stand for all', () => {
  const some = representative(rows);

  it('bring up every format that an engine reads or writes', () => {
    assert.deepEqual(formatsOf(some), formatsOf(rows));
  });

  it('are few', () => {
    assert.ok(some.length < rows.length / 8, `${some.length} of ${rows.length}`);
    assert.ok(some.length <= formatsOf(rows).size);
  });
});
