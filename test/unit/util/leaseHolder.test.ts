import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { hasEnded, ownLeaseHolder, systemProcesses } from '../../../src/util/leaseHolder.ts';
import { fakeProcesses } from '../../support/fakeProcesses.ts';

const freePid = 2 ** 22 + 1;

describe('A lease holder', () => {
  it('is alive while its process runs', async () => {
    assert.equal(await hasEnded(await ownLeaseHolder()), false);
  });

  it('is dead if no process has its ID', async () => {
    assert.equal(await hasEnded({ pid: freePid, host: hostname() }), true);
  });

  it('is dead if its ID belongs to a process that started at another time', async () => {
    const holder = await ownLeaseHolder(fakeProcesses(1, () => true));
    const later = fakeProcesses(
      2,
      () => true,
      () => 'just now',
    );
    assert.equal(await hasEnded(holder, later), true);
  });

  it('may be alive on another machine', async () => {
    assert.equal(await hasEnded({ pid: freePid, host: 'another-machine' }), false);
  });
});

describe('systemProcesses', () => {
  it('includes this process and no impossible one', () => {
    assert.equal(systemProcesses.isRunning(process.pid), true);
    assert.equal(systemProcesses.isRunning(freePid), false);
  });
});
