import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { hasEnded, ownLeaseHolder, systemProcesses } from '../../../src/util/leaseHolder.ts';
import { fakeProcesses } from '../../support/fakeProcesses.ts';

const freePid = 2 ** 22 + 1;

describe('a lease holder', () => {
  it('has not ended while its process runs', async () => {
    assert.equal(await hasEnded(await ownLeaseHolder()), false);
  });

  it('has ended when no process has its number', async () => {
    assert.equal(await hasEnded({ pid: freePid, host: hostname() }), true);
  });

  it('has ended when its number belongs to a process that started at another time', async () => {
    const holder = await ownLeaseHolder(fakeProcesses(1, () => true));
    const later = fakeProcesses(
      2,
      () => true,
      () => 'just now',
    );
    assert.equal(await hasEnded(holder, later), true);
  });

  it('has not certainly ended on another machine', async () => {
    assert.equal(await hasEnded({ pid: freePid, host: 'another-machine' }), false);
  });
});

describe('systemProcesses', () => {
  it('knows this process and no process that can’t be', () => {
    assert.equal(systemProcesses.isRunning(process.pid), true);
    assert.equal(systemProcesses.isRunning(freePid), false);
  });
});
