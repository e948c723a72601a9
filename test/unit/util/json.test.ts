import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { parseJson } from '../../../src/util/json.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (text) => {
        assert.deepEqual(parseJson(text), JSON.parse(text));
      }),
    );
  });

  it('rejects what isn’t JSON', () => {
    for (const text of ['', '{', '"', '"\\', 'NaN', '{"a":1}}']) assert.equal(parseJson(text), undefined);
  });

  it('rejects more than a hundred levels of nesting, whatever the strings contain', () => {
    assert.deepEqual(parseJson(nested(100)), JSON.parse(nested(100)));
    assert.equal(parseJson(nested(101)), undefined);
    assert.equal(parseJson(nested(1_000_000)), undefined);
    const text = JSON.stringify({ a: `"\\"${'['.repeat(200)}`, b: '\\'.repeat(7) });
    assert.deepEqual(parseJson(text), JSON.parse(text));
  });
});
