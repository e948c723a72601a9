import assert from 'node:assert/strict';
import { msUntilWindowEnd } from '../../../src/conformance/servers/launchedServers.ts';

const endOf = (at: string, window: 'day' | 'month'): string => {
  const nowMs = Date.parse(at);
  return new Date(nowMs + msUntilWindowEnd(nowMs, window)).toISOString();
};

describe('msUntilWindowEnd', () => {
  it('finds the end of the month, across a year too', () => {
    assert.equal(endOf('2030-02-03T04:05:06Z', 'month'), '2030-03-01T00:00:00.000Z');
    assert.equal(endOf('2030-12-31T23:59:59Z', 'month'), '2031-01-01T00:00:00.000Z');
  });

  it('finds the end of a day that ends no month', () => {
    assert.equal(endOf('2030-01-31T12:00:00Z', 'day'), '2030-02-16T00:00:00.000Z');
  });
});
