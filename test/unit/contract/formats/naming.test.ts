import assert from 'node:assert/strict';
import { canonicalFormat, formatNamed, formatOfFileName } from '../../../../src/contract/formats/naming.ts';

describe('canonicalFormat', () => {
  it('gives each format one name', () => {
    assert.equal(canonicalFormat(' .JPEG '), 'jpg');
    assert.equal(canonicalFormat('webp'), 'webp');
  });

  it('doesn’t confuse an object’s inherited properties with formats', () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) {
      assert.equal(canonicalFormat(name), name.toLowerCase());
      assert.equal(formatOfFileName(`a.${name}`), name.toLowerCase());
    }
    assert.equal(formatNamed('constructor'), 'constructor');
    assert.equal(formatNamed('__proto__'), undefined);
  });
});
