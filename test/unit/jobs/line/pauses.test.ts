import assert from 'node:assert/strict';
import { Pauses } from '../../../../src/jobs/line/pauses.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('Pauses', () => {
  it('grow with each refusal in a row, and start over once the service took a job', async () => {
    const clock = new FakeClock();
    const pauses = new Pauses(clock, () => 0);
    for (const expectedMs of [1000, 2000, 4000]) {
      assert.equal(pauses.pause('network', undefined) - clock.now(), expectedMs);
      await clock.advance(expectedMs);
    }
    pauses.over('network');
    assert.equal(pauses.pause('network', undefined) - clock.now(), 1000);
  });

  it('count refusals of what was sent before they began as one', () => {
    const clock = new FakeClock();
    const pauses = new Pauses(clock, () => 0);
    const until = pauses.pause('network', undefined);
    assert.equal(pauses.pause('network', undefined), until);
    assert.equal(pauses.pause('network', 5000), clock.now() + 5000);
    assert.equal(pauses.pause('network', undefined), clock.now() + 5000);
  });

  it('hold one service, not the other, and don’t end by a success of before', () => {
    const clock = new FakeClock();
    const pauses = new Pauses(clock, () => 0);
    const until = pauses.pause('network', undefined);
    pauses.over('network');
    assert.equal(pauses.until('network'), until);
    assert.ok(pauses.until('local') <= clock.now());
  });
});
