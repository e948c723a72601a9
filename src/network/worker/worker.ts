import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { faultCode } from '../../contract/faults/fault.ts';
import { delay, untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { type Attempt, Attempts } from '../jobs/attempts.ts';
import { tasksWith } from '../jobs/queueTask.ts';
import { inputNames } from '../jobs/storedWork.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { freshMs } from '../node/readiness.ts';
import type { Role } from '../node/role.ts';
import { incomingKey } from '../store/keys.ts';
import { doAttempt } from './doAttempt.ts';
import { Heart } from './heart.ts';
import { KeptQueue } from './keptQueue.ts';
import { OwnJobs } from './ownJobs.ts';

const ticket = z.object({ job: z.string() });
/** How long to wait for a database that is away. */
const againMs = 1000;

/** Takes jobs from the queue, as many at once as it has places, until it is drained. */
export async function startWorker(node: NodeParts): Promise<Role> {
  const { configuration, database, log, metrics } = node;
  const id = randomUUID();
  const attempts = new Attempts(node);
  const stopping = new AbortController();
  const findPrograms = async () => [...(await node.programs()).keys()].toSorted();
  let programs = await findPrograms();
  const own = new OwnJobs(attempts, id);
  const heart = new Heart({
    database,
    worker: id,
    programs: () => programs,
    beatMs: 1000 * configuration.beatSeconds,
    deadAfterMs: 1000 * configuration.deadAfterSeconds,
    onDidBeat: async () => {
      await own.reconcile();
      if ((await findPrograms()).join() !== programs.join()) queue.rest();
    },
    onDidLose: () => isReady(),
    log,
  });
  await heart.beat();
  node.readiness.need('The worker’s lease', async () => heart.check());
  const queue = new KeptQueue({
    pool: database.pool,
    places: configuration.places,
    tasks: () => tasksWith(programs),
    onWillBegin: async () => {
      await node.readiness.check();
      programs = await findPrograms();
      heart.forgetQueues();
    },
    log,
    work: async (payload, queueName) => {
      const { job } = ticket.parse(payload);
      if (!(await isReady(freshMs))) return attempts.postpone(job);
      await heart.answerFor(queueName);
      await own.do(job, async (attempt, lost) => {
        metrics.placesBusy.inc();
        await work(attempt, lost).finally(() => metrics.placesBusy.dec());
      });
    },
  });
  await queue.begin();

  async function work(attempt: Attempt, lost: AbortSignal): Promise<void> {
    const { job, attempt: number, account, tool, work } = attempt;
    const startedAt = systemClock.monotonic();
    const { engine } = work;
    const seconds = () => (systemClock.monotonic() - startedAt) / 1000;
    const facts = () => ({ job, attempt: number, account, tool, engine, seconds: seconds() });
    try {
      const outcome = await doAttempt(attempt, node, AbortSignal.any([stopping.signal, lost]));
      const counted =
        'fault' in outcome
          ? await attempts.fail(attempt, outcome.fault, seconds())
          : await attempts.succeed(attempt, outcome.result);
      const code = 'fault' in outcome ? { code: faultCode(outcome.fault) } : {};
      log.info({ ...facts(), ...code, counted }, 'Done');
      metrics.jobSeconds.observe({ engine }, seconds());
      if ('fault' in outcome) metrics.jobFailures.inc({ code: faultCode(outcome.fault) });
      if (counted) await forget(attempt);
    } catch (error) {
      log.warn({ ...facts(), reason: String(error) }, 'Given back');
      await giveBack(attempt, await isReady());
    }
  }

  /** A worker that is not ready leaves the queue to others until it is: a job that fails for it is begun once less elsewhere. */
  async function isReady(maxAgeMs = 0): Promise<boolean> {
    try {
      await node.readiness.check(maxAgeMs);
      return true;
    } catch (error) {
      log.warn({ reason: String(error) }, 'Takes no jobs until it is ready');
      queue.rest();
      return false;
    }
  }

  /** Nobody else gives back what a worker holds that lives, so it is tried until the database is there. */
  async function giveBack(attempt: Attempt, counts: boolean): Promise<void> {
    for (;;) {
      try {
        return await attempts.release(attempt, counts);
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        await delay(againMs, systemClock);
      }
    }
  }

  /** What can't be deleted now, the sweeper finds. */
  async function forget({ job, work }: Attempt): Promise<void> {
    const keys = inputNames(work).map((name) => incomingKey(job, name));
    const deleted = Promise.allSettled(keys.map((key) => node.store.delete(key)));
    await untilAborted(deleted, stopping.signal).catch(() => undefined);
  }

  return {
    drain: async () => {
      const patience = systemClock.schedule(1000 * configuration.drainSeconds, () => stopping.abort());
      await queue.stop();
      patience.dispose();
      await heart.stop();
    },
  };
}
