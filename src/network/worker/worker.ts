import { run } from 'graphile-worker';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { faultCode } from '../../contract/faults/fault.ts';
import { systemClock } from '../../util/clock.ts';
import { silentLogger } from '../database/prepareDatabase.ts';
import { type Attempt, Attempts } from '../jobs/attempts.ts';
import { queueTask } from '../jobs/queueTask.ts';
import { inputNames } from '../jobs/storedWork.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import type { Role } from '../node/role.ts';
import { incomingKey } from '../store/keys.ts';
import { doAttempt } from './doAttempt.ts';
import { Heart } from './heart.ts';

const ticket = z.object({ job: z.string() });
/** What is new is told; this is for what was put off. */
const pollMs = 1000;

/** Takes jobs from the queue, as many at once as it has places, until it is drained. */
export async function startWorker(node: NodeParts): Promise<Role> {
  const { configuration, database, log, metrics } = node;
  const id = randomUUID();
  const attempts = new Attempts(node);
  const stopping = new AbortController();
  const heart = new Heart(database, id, 1000 * configuration.beatSeconds, log);
  await heart.beat();
  const runner = await run({
    pgPool: database.pool,
    concurrency: configuration.places,
    pollInterval: pollMs,
    noHandleSignals: true,
    logger: silentLogger,
    taskList: {
      [queueTask]: async (payload, { job: { locked_by: queueName } }) => {
        if (typeof queueName === 'string') await heart.answerFor(queueName);
        const attempt = await attempts.begin(ticket.parse(payload).job, id);
        if (attempt === undefined) return;
        metrics.placesBusy.inc();
        await work(attempt).finally(() => metrics.placesBusy.dec());
      },
    },
  });
  let draining = false;

  async function work(attempt: Attempt): Promise<void> {
    const { job, attempt: number, tool, work } = attempt;
    const startedAt = systemClock.monotonic();
    const { engine } = work;
    const seconds = () => (systemClock.monotonic() - startedAt) / 1000;
    const facts = () => ({ job, attempt: number, tool, engine, seconds: seconds() });
    try {
      const outcome = await doAttempt(attempt, node, stopping.signal);
      const counted =
        'fault' in outcome
          ? await attempts.fail(attempt, outcome.fault)
          : await attempts.succeed(attempt, outcome.result);
      const code = 'fault' in outcome ? { code: faultCode(outcome.fault) } : {};
      log.info({ ...facts(), ...code, counted }, 'Done');
      metrics.jobSeconds.observe({ engine }, seconds());
      if ('fault' in outcome) metrics.jobFailures.inc({ code: faultCode(outcome.fault) });
      if (counted) await forget(attempt);
    } catch (error) {
      log.warn({ ...facts(), reason: String(error) }, 'Given back');
      await attempts.release(attempt);
      throw error;
    }
  }

  /** What can't be deleted now, the sweeper finds. */
  async function forget({ job, work }: Attempt): Promise<void> {
    const keys = inputNames(work).map((name) => incomingKey(job, name));
    await Promise.allSettled(keys.map((key) => node.store.delete(key)));
  }

  return {
    failed: runner.promise.then(() => {
      if (draining) return new Promise<never>(() => {});
      throw new Error('The queue has stopped.');
    }),
    drain: async () => {
      draining = true;
      const patience = systemClock.schedule(1000 * configuration.drainSeconds, () => stopping.abort());
      await runner.stop();
      patience.dispose();
      await heart.stop();
    },
  };
}
