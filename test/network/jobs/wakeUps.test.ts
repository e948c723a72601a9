import assert from 'node:assert/strict';
import { WakeUps } from '../../../src/network/jobs/wakeUps.ts';
import { eventually } from '../../support/eventually.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';

describe('WakeUps', () => {
  const current = useDatabase();

  /** Listens while `work` runs, which can read the number of wake-ups so far. */
  const listening = async (work: (wakeUps: WakeUps, count: () => number) => Promise<void>) => {
    const [wakeUps, ending] = [new WakeUps(current.database), new AbortController()];
    let woken = 0;
    const listened = wakeUps.listen(() => (woken += 1), ending.signal);
    try {
      await eventually(
        () => woken,
        (count) => count === 1,
      );
      await work(wakeUps, () => woken);
    } finally {
      ending.abort();
      await listened;
    }
  };

  it('wakes listeners of other nodes, with few notifications for many jobs', async () => {
    await listening(async (_, count) => {
      const other = new WakeUps(current.database);
      for (let job = 0; job < 1000; job += 1) other.send();
      await eventually(count, (woken) => woken > 1);
      assert.ok(count() <= 3, String(count()));
    });
  });

  it('wakes its listener once it has connected again, since it may have missed a notification', async () => {
    await listening(async (wakeUps, count) => {
      await current.cut();
      await eventually(count, (woken) => woken === 2);
      const send = () => (wakeUps.send(), count());
      await eventually(send, (woken) => woken > 2);
    });
  });
});
