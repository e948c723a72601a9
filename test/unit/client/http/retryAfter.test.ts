import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseRetryAfter } from '../../../../src/client/http/retryAfter.ts';

describe('A Retry-After header', () => {
  it('reads any number of seconds', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seconds) => {
        assert.equal(parseRetryAfter(String(seconds), 0), seconds * 1000);
      }),
    );
  });

  it('reads any date, and one that has passed as no wait', () => {
    const range = { min: new Date(0), max: new Date(Date.UTC(2100, 0)), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), fc.date(range), (at, now) => {
        const wholeSeconds = Math.floor(at.getTime() / 1000) * 1000;
        const wait = parseRetryAfter(at.toUTCString(), now.getTime());
        assert.equal(wait, Math.max(0, wholeSeconds - now.getTime()));
      }),
    );
  });

  it('takes nothing else for a wait', () => {
    for (const header of [undefined, '', 'soon', '-5', '1e9', 'NaN', '12 seconds']) {
      assert.equal(parseRetryAfter(header, 0), undefined, String(header));
    }
    fc.assert(
      fc.property(fc.string(), (header) => {
        const wait = parseRetryAfter(header, 0);
        assert.ok(wait === undefined || (Number.isFinite(wait) && wait >= 0));
      }),
    );
  });
});
