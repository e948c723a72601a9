import assert from 'node:assert/strict';
import { formatById } from '../../../src/contract/formats/table.ts';
import { beyondRepresentative, representative } from '../../../tools/matrix/representative.ts';
import { matrixCases } from '../../../tools/matrix/matrixCases.ts';

/** The kinds of formats of each engine. */
const kindsOf = (some: typeof matrixCases): string[] =>
  some.map(
    (each) => `${each.engine} ${each.tool} ${formatById(each.from)?.kind} ${formatById(each.to)?.kind}`,
  );

describe('The conversions that the quick run proves', () => {
  const some = representative(matrixCases);

  it('include one for everything that an engine does with a kind of format', () => {
    assert.deepEqual(new Set(kindsOf(some)), new Set(kindsOf(matrixCases)));
    assert.equal(new Set(kindsOf(some)).size, some.length);
  });

  it('are few enough to run often', () => {
    assert.ok(some.length >= 40 && some.length <= 70, `${some.length} conversions`);
  });

  it('are all conversions, together with those of the sweeps', () => {
    assert.deepEqual(new Set([...some, ...beyondRepresentative(matrixCases)]), new Set(matrixCases));
  });
});
