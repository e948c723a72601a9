import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { ResponseHeaders, retryAfterMs } from '../../../src/client/response.ts';

const dayMs = 86_400_000;
const wait = (headers: Record<string, string | string[]>, nowMs = 0): number | undefined =>
  retryAfterMs(new ResponseHeaders(headers), nowMs);
const waitFor = (header: string | undefined, nowMs = 0): number | undefined =>
  wait(header === undefined ? {} : { 'retry-after': header }, nowMs);

const at = (second: number): string => new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toUTCString();

describe('A Retry-After header', () => {
  it('is read in seconds, up to a day', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seconds) => {
        assert.equal(waitFor(String(seconds)), Math.min(seconds * 1000, dayMs));
      }),
    );
    assert.equal(waitFor('9'.repeat(400)), dayMs);
  });

  it('is read as a date, up to a day ahead, and a past date as no wait', () => {
    const range = { min: new Date(0), max: new Date(Date.UTC(2100, 0)), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), fc.date(range), (at, now) => {
        const wholeSeconds = Math.floor(at.getTime() / 1000) * 1000;
        const expected = Math.min(Math.max(0, wholeSeconds - now.getTime()), dayMs);
        assert.equal(waitFor(at.toUTCString(), now.getTime()), expected);
      }),
    );
  });

  it('is compared to the date of the answer, whatever the local clock', () => {
    for (const nowMs of [0, Date.UTC(2030, 0, 1), Date.UTC(2050, 0)]) {
      assert.equal(wait({ 'retry-after': at(30), date: at(10) }, nowMs), 20_000);
    }
  });

  it('counts once if it was sent twice', () => {
    assert.equal(wait({ 'retry-after': ['5', '9'] }), 5000);
  });

  it('is ignored in any other form', () => {
    for (const header of [undefined, '', 'soon', '-5', '1e9', 'NaN', '12 seconds']) {
      assert.equal(waitFor(header), undefined, String(header));
    }
    fc.assert(
      fc.property(fc.string(), (header) => {
        const waitMs = waitFor(header);
        assert.ok(waitMs === undefined || (waitMs >= 0 && waitMs <= dayMs));
      }),
    );
  });
});
