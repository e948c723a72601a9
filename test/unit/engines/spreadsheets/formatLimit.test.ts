import assert from 'node:assert/strict';
import { FormatLimit } from '../../../../src/engines/spreadsheets/formatLimit.ts';

const look = (attribute: string, value: string): void =>
  new FormatLimit().open('number', { [attribute]: value });

describe('FormatLimit', () => {
  it('refuses more digits than any spreadsheet shows', () => {
    for (const attribute of ['number:min-integer-digits', 'number:decimal-places']) {
      const refused = { code: 'conversion.limit_exceeded' };
      assert.throws(() => look(attribute, '4294967295'), refused);
      assert.throws(() => look(attribute, '1e999'), refused);
      assert.throws(() => look(attribute, '256'), refused);
    }
  });

  it('accepts common formats, values that aren’t numbers, and other attributes', () => {
    look('number:decimal-places', '255');
    look('number:decimal-places', 'many');
    look('number:decimal-places', '-1');
    look('table:number-columns-repeated', '16384');
  });
});
