import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fault } from '../../../../src/contract/faults/fault.ts';
import { checkTables } from '../../../../src/engines/fonts/wholeness.ts';
import { font } from '../../../support/service/fixtures.ts';

describe('A font', () => {
  for (const [container, name] of [
    ['sfnt', 'inter-variable.ttf'],
    ['woff', 'inter-variable.woff'],
  ] as const) {
    it(`is damaged where it ends within its tables: ${container}`, () => {
      const whole = readFileSync(font(name));
      checkTables(whole, container);
      assert.throws(() => checkTables(whole.subarray(0, -1000), container), { fault: fault('damaged.font') });
    });
  }
});
