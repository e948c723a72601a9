import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJson, parseTolerantly } from '../../../src/util/json.ts';

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

const read = (text: string, mayEndEarly = false): unknown =>
  parseTolerantly(text, (_name, value) => value, mayEndEarly);

describe('parseTolerantly', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), fc.boolean(), (text, mayEndEarly) => {
        assert.deepEqual(read(text, mayEndEarly), JSON.parse(text));
      }),
    );
  });

  it('skips a field that is nested too deeply', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 100, max: 3000 }), (text, depth) => {
        const body = read(`{"a": ${nested(depth)}, "b": ${text} , "c": ${nested(depth)}, "d": 2}`);
        assert.partialDeepStrictEqual(body, { b: JSON.parse(text), d: 2 });
      }),
      { numRuns: 30 },
    );
    const body = read(`{"x":${'{"a":['.repeat(300_000)}1${']}'.repeat(300_000)},"id":"7"}`);
    assert.partialDeepStrictEqual(body, { id: '7' });
  });

  it('returns nothing for text that isn’t JSON', () => {
    assert.deepEqual(
      read('{"a": NaN, "b": -Infinity, "c": 01, "d": "\\x", "e": [1, undefined, 2], "f": 3,}'),
      {
        e: [1, 2],
        f: 3,
      },
    );
    assert.deepEqual(read('{"__proto__": {"a": 1}, "b": NaN}'), JSON.parse('{"__proto__": {"a": 1}}'));
  });

  it('reads the complete part of a truncated text if allowed', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (text, end) => {
        const whole = `{"data": {"id": "42", "x": ${text}}}`;
        const cut = whole.slice(0, '{"data": {"id": "42"'.length + (end % (text.length + 8)));
        const body = read(cut, true);
        assert.ok(typeof body === 'object' && body !== null && 'data' in body);
        assert.ok(typeof body.data === 'object' && body.data !== null && 'id' in body.data);
        assert.equal(body.data.id, '42');
        assert.equal(read(cut), undefined);
      }),
    );
  });

  it('reads no text or number that may be truncated', () => {
    for (const text of ['{"id": "4', '{"id": 4', '{"id": "4\\', '{"id', '{"id"', '{"id":', '{'])
      assert.deepEqual(read(text, true), {}, text);
  });

  it('reads what precedes an unreadable part if allowed', () => {
    assert.deepEqual(read('{"id": "42"} <!-- 5 ms -->', true), { id: '42' });
    assert.deepEqual(read('{"id": "42", \'x\': 1}', true), { id: '42' });
    for (const text of ['{"id": "42"} <!-- 5 ms -->', '{"id": "42" "x": 1}', '', '<html>', '{"a":1}}'])
      assert.equal(read(text), undefined, text);
  });

  it('accepts any input', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', ' ', '1', 'a', 'true') }),
        fc.boolean(),
        (text, mayEndEarly) => {
          read(text, mayEndEarly);
        },
      ),
    );
  });
});
