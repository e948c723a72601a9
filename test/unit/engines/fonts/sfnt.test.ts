import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fault } from '../../../../src/contract/fault.ts';
import { checkTables } from '../../../../src/engines/fonts/sfnt.ts';
import { font } from '../../../support/service/fixtures.ts';

describe('A font', () => {
  for (const [container, name] of [
    ['sfnt', 'inter-variable.ttf'],
    ['woff', 'inter-variable.woff'],
  ] as const) {
    it(`is damaged if it ends within its tables: ${container}`, () => {
      const whole = readFileSync(font(name));
      checkTables(whole, container);
      assert.throws(() => checkTables(whole.subarray(0, -1000), container), { fault: fault('damaged.font') });
    });
  }

  it('is damaged if its tables share bytes and are far larger than the font', () => {
    const shared = readFileSync(font('inter-variable.ttf'));
    for (let entry = 12; entry < 12 + shared.readUInt16BE(4) * 16; entry += 16) {
      shared.writeUInt32BE(0, entry + 8);
      shared.writeUInt32BE(shared.length, entry + 12);
    }
    assert.throws(() => checkTables(shared, 'sfnt'), { fault: fault('damaged.font') });
  });
});
