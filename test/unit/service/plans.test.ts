import assert from 'node:assert/strict';
import os from 'node:os';
import { computerMemory } from '../../../src/service/plans.ts';

const gibibyte = 1024 ** 3;

describe('computerMemory', () => {
  it('is the computer’s, or its container’s if that has less', () => {
    assert.equal(computerMemory(8 * gibibyte, 0), 8 * gibibyte);
    assert.equal(computerMemory(8 * gibibyte, 2 ** 64), 8 * gibibyte);
    assert.equal(computerMemory(8 * gibibyte, 2 * gibibyte), 2 * gibibyte);
    assert.ok(computerMemory() > 0 && computerMemory() <= os.totalmem());
  });
});
