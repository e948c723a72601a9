import assert from 'node:assert/strict';
import { Spool } from '../../../../src/network/node/callerLimits.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const saturated = { code: 'queue.pool_saturated' };
const graceMs = 30_000;

const upload = (maxBytes: number, arrivedBytes = maxBytes) => {
  const refused: Error[] = [];
  return {
    maxBytes,
    arrivedBytes: () => arrivedBytes,
    refuse: (error: Error) => refused.push(error),
    refused,
  };
};

describe('Spool', () => {
  let clock: FakeClock;
  const spoolOf = (bytes: number) => new Spool(bytes, clock, graceMs);
  beforeEach(() => {
    clock = new FakeClock();
  });

  it('promises no more space than there is', () => {
    const spool = spoolOf(10);
    const first = spool.take(upload(6), 'one');
    assert.throws(() => spool.take(upload(5), 'two'), saturated);
    spool.take(upload(4), 'two');
    first.dispose();
    first.dispose();
    spool.take(upload(6), 'one');
    assert.throws(() => spool.take(upload(1), 'three'), saturated);
  });

  it('promises an account one file of any size, and several up to half of the space', () => {
    const spool = spoolOf(10);
    const large = spool.take(upload(6), 'one');
    assert.throws(() => spool.take(upload(1), 'one'), saturated);
    large.dispose();
    for (let taken = 0; taken < 5; taken += 1) spool.take(upload(1), 'one');
    assert.throws(() => spool.take(upload(1), 'one'), saturated);
    spool.take(upload(5), 'two');
  });

  it('leaves room for others when two accounts take as much as they can', () => {
    const spool = spoolOf(12);
    for (let taken = 0; taken < 6; taken += 1) spool.take(upload(1), 'one');
    for (let taken = 0; taken < 3; taken += 1) spool.take(upload(1), 'two');
    assert.throws(() => spool.take(upload(1), 'two'), saturated);
    spool.take(upload(3), 'three');
  });

  it('takes space from the slowest uploads when others need it', async () => {
    const spool = spoolOf(12_000);
    const [slowest, slow, steady] = [upload(4000, 1), upload(4000, 10), upload(4000, 400)];
    const reservations = [slowest, slow, steady].map((each, at) => spool.take(each, `account ${at}`));
    await clock.advance(graceMs);
    assert.throws(() => spool.take(upload(4000), 'other'), saturated);
    assert.deepEqual(slowest.refused, [], 'every upload has some time to start');
    await clock.advance(graceMs);
    assert.throws(() => spool.take(upload(4000), 'other'), saturated);
    assert.deepEqual(
      [slowest, slow, steady].map(({ refused }) => refused.length),
      [1, 0, 0],
    );
    reservations[0]?.dispose();
    spool.take(upload(4000), 'other');
  });

  it('leaves slow uploads alone while there is space', async () => {
    const spool = spoolOf(12);
    const slow = upload(4, 0);
    spool.take(slow, 'one');
    await clock.advance(10 * graceMs);
    spool.take(upload(8), 'two');
    assert.deepEqual(slow.refused, []);
  });
});
