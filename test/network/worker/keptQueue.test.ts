import { prepareDatabase } from '../../../src/network/database/prepareDatabase.ts';
import { KeptQueue } from '../../../src/network/worker/keptQueue.ts';
import { eventually } from '../../support/eventually.ts';
import { useDatabase } from '../../support/network/testDatabase.ts';

const places = 4;

/** Hears of no work's end, and says so once nobody has the lock. */
const deafness = `
  create function hear() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); raise exception 'The database hears nothing.'; end $$;
  create trigger hear before delete on graphile_worker._private_jobs for each row execute function hear()`;
const add = `select graphile_worker.add_job('job', json_build_object('job', $1::text))`;
const waiting = `select from pg_locks join pg_database on oid = database
  where datname = current_database() and locktype = 'advisory' and not granted`;

describe('KeptQueue', () => {
  const current = useDatabase();

  it('goes on, and can be stopped, after the ends of several jobs could not be told', async () => {
    const { database } = current;
    await prepareDatabase(database);
    const [begun, told]: [string[], string[]] = [[], []];
    const together = Promise.withResolvers<void>();
    const waitFor = async (ends: number): Promise<void> => {
      await eventually(
        async () => (await database.query(waiting)).rowCount,
        (count) => count === ends,
      );
    };
    const queue = new KeptQueue({
      pool: database.pool,
      places,
      tasks: () => ['job'],
      onWillBegin: async () => {},
      log: { info: () => {}, error: () => {}, warn: (_: object, sentence: string) => told.push(sentence) },
      work: async (payload) => {
        const before = begun.push(JSON.stringify(payload)) - 1;
        if (begun.length === places) together.resolve();
        await together.promise;
        // One after the other: what ends in one moment is told at once.
        if (before < places) await waitFor(before);
      },
    });
    await database.query(deafness);
    await database.transaction(async (connection) => {
      await connection.query('select pg_advisory_xact_lock(1)');
      for (let job = 0; job < places; job += 1) await database.query(add, [`job-${job}`]);
      await queue.begin();
      await waitFor(places);
    });
    await eventually(
      () => told,
      (sentences) => sentences.length > 0,
    );
    await database.query('drop trigger hear on graphile_worker._private_jobs');
    await database.query(add, ['last']);
    await eventually(
      () => begun,
      (found) => found.some((each) => each.includes('last')),
    );
    await queue.stop();
  });
});
