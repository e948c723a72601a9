import assert from 'node:assert/strict';
import { compressions, conversions } from '../../../src/localService/registry.ts';

describe('The registry', () => {
  it('offers each pair and each compression once', () => {
    const names = [
      ...conversions.map(({ from, to }) => `${from} ${to}`),
      ...compressions.map(({ format }) => format),
    ];
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });
});
