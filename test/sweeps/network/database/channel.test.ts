import assert from 'node:assert/strict';
import { Channel } from '../../../../src/network/database/channel.ts';
import { eventually } from '../../../support/eventually.ts';
import { useDatabase } from '../../../support/network/testDatabase.ts';

const name = 'test_channel';

describe('A channel between nodes', () => {
  const current = useDatabase();

  /** Listens to the channel while `work` runs. `heard` returns the notifications received so far. */
  const listening = async (work: (channel: Channel, heard: () => readonly string[][]) => Promise<void>) => {
    const [channel, ending] = [new Channel(current.database, name), new AbortController()];
    const heard: string[][] = [];
    const listened = channel.listen((ids) => heard.push([...ids]), ending.signal);
    try {
      await eventually(
        () => heard,
        ({ length }) => length === 1,
      );
      await work(channel, () => heard);
    } finally {
      ending.abort();
      await listened;
    }
  };

  it('wakes listeners of other nodes, with few notifications for many jobs', async () => {
    await listening(async (_, heard) => {
      const other = new Channel(current.database, name);
      for (let job = 0; job < 1000; job += 1) other.send();
      await eventually(heard, ({ length }) => length > 1);
      assert.ok(heard().length <= 3, String(heard().length));
    });
  });

  it('passes on every id, in as many notifications as necessary', async () => {
    await listening(async (_, heard) => {
      const other = new Channel(current.database, name);
      const ids = Array.from({ length: 1000 }, () => crypto.randomUUID());
      for (const id of ids) other.send(id);
      await eventually(heard, (all) => all.flat().length === ids.length);
      assert.deepEqual(heard().flat(), ids);
      assert.ok(heard().length <= 10, String(heard().length));
    });
  });

  it('reports each reconnection, because it may have missed a notification', async () => {
    await listening(async (channel, heard) => {
      await current.cut();
      await eventually(heard, ({ length }) => length === 2);
      assert.deepEqual(heard()[1], []);
      const send = () => (channel.send('id'), heard());
      await eventually(send, (all) => all.flat().includes('id'));
    });
  });
});
