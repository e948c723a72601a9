import assert from 'node:assert/strict';
import { ownValue } from '../../../src/util/ownValue.ts';

describe('own', () => {
  it('finds an object’s own properties', () => {
    assert.equal(ownValue({ png: 1 }, 'png'), 1);
    assert.equal(ownValue(JSON.parse('{"__proto__":2}'), '__proto__'), 2);
  });

  it('finds no inherited properties', () => {
    for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'gif']) {
      assert.equal(ownValue({ png: 1 }, name), undefined, name);
    }
  });
});
