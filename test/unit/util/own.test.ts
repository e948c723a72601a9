import assert from 'node:assert/strict';
import { own } from '../../../src/util/own.ts';

describe('own', () => {
  it('finds an object’s own properties', () => {
    assert.equal(own({ png: 1 }, 'png'), 1);
    assert.equal(own(JSON.parse('{"__proto__":2}'), '__proto__'), 2);
  });

  it('finds no inherited properties', () => {
    for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'gif']) {
      assert.equal(own({ png: 1 }, name), undefined, name);
    }
  });
});
