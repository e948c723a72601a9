import assert from 'node:assert/strict';
import { formatRow } from '../../../src/contract/formats/table.ts';
import { beyondRepresentative, representative } from '../../../tools/matrix/representative.ts';
import { rows } from '../../../tools/matrix/rows.ts';

/** Each engine's kinds of formats. */
const kindsOf = (some: typeof rows): string[] =>
  some.map((row) => `${row.engine} ${row.tool} ${formatRow(row.from)?.kind} ${formatRow(row.to)?.kind}`);

describe('The rows that the quick run proves', () => {
  const some = representative(rows);

  it('include one for everything that an engine does with a kind of format', () => {
    assert.deepEqual(new Set(kindsOf(some)), new Set(kindsOf(rows)));
    assert.equal(new Set(kindsOf(some)).size, some.length);
  });

  it('are few enough to run often', () => {
    assert.ok(some.length >= 40 && some.length <= 70, `${some.length} rows`);
  });

  it('and the rows of the sweeps are all rows together', () => {
    assert.deepEqual(new Set([...some, ...beyondRepresentative(rows)]), new Set(rows));
  });
});
