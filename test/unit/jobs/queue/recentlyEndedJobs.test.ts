import assert from 'node:assert/strict';
import { pollPace } from '../../../../src/contract/dialect.ts';
import { RecentlyEndedJobs } from '../../../../src/jobs/queue/recentlyEndedJobs.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const small = jobWith({ sourceBytes: 1000 });
const large = jobWith({ sourceBytes: 100 * 1024 ** 2 });

const open = () => {
  const clock = new FakeClock();
  const counts = { faded: 0 };
  const onDidFade = (): void => {
    counts.faded += 1;
  };
  return { clock, counts, ends: new RecentlyEndedJobs({ pace: () => pollPace, clock, onDidFade }) };
};

describe('The number of jobs that have probably ended', () => {
  it('is the count of one polling interval, for that interval', async () => {
    const { clock, counts, ends } = open();
    ends.add({ job: small, inFlightMs: 1000 });
    await clock.advance(600);
    ends.add({ job: small, inFlightMs: 1000 });
    assert.equal(ends.count, 2);
    await clock.advance(400);
    assert.equal(ends.count, 1);
    assert.equal(counts.faded, 0);
    await clock.advance(600);
    assert.equal(ends.count, 0);
    assert.equal(counts.faded, 1);
  });

  it('is the interval’s share of jobs that took several, whether reported together or one by one', async () => {
    const [together, oneByOne] = [open(), open()];
    for (let index = 0; index < 12; index += 1) together.ends.add({ job: small, inFlightMs: 4000 });
    assert.equal(together.ends.count, 3);
    await together.clock.advance(3999);
    assert.equal(together.ends.count, 3);
    await together.clock.advance(1);
    assert.equal(together.ends.count, 0);
    for (let index = 0; index < 40; index += 1) {
      oneByOne.ends.add({ job: small, inFlightMs: 4000 });
      if (index >= 12) assert.equal(oneByOne.ends.count, 3);
      await oneByOne.clock.advance(320);
    }
  });

  it('stays valid longer for large files, which are polled less often', async () => {
    const { clock, ends } = open();
    ends.add({ job: large, inFlightMs: 5000 });
    await clock.advance(4999);
    assert.equal(ends.count, 1);
    await clock.advance(1);
    assert.equal(ends.count, 0);
  });

  it('is zero after a refusal', () => {
    const { clock, ends } = open();
    ends.add({ job: small, inFlightMs: 1000 });
    ends.forget();
    assert.equal(ends.count, 0);
    assert.equal(clock.pendingTimers, 0);
  });
});
