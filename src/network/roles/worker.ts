import { randomUUID } from 'node:crypto';
import { faultCode } from '../../contract/fault.ts';
import { delay, untilAborted } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { type Attempt, Attempts } from '../jobs/attempts.ts';
import { inputNames, partsReader } from '../jobs/jobRow.ts';
import type { NodeParts, Role } from '../node/nodeParts.ts';
import { readinessCacheMs, NotReady } from '../node/readiness.ts';
import { incomingKey } from '../store/objectStore.ts';
import { doAttempt } from './doAttempt.ts';

/** The polling interval, which finds jobs that no notification announced, such as those whose lease has ended. */
const pollMs = 1000;
const databaseRetryMs = 1000;

/** Takes and runs jobs until it is drained, as many at the same time as it has slots. */
export async function startWorker(node: NodeParts): Promise<Role> {
  const worker = new Worker(node);
  await worker.start();
  return worker;
}

class Worker implements Role {
  readonly #node: NodeParts;
  readonly #id = randomUUID();
  readonly #attempts: Attempts;
  readonly #leaseMs: number;
  /** The attempts in progress. `lost` aborts if another worker has taken over the job. */
  readonly #running = new Map<Attempt, { readonly lost: AbortController; readonly ended: Promise<void> }>();
  /** Aborts when the worker has to stop taking jobs. */
  readonly #draining = new AbortController();
  /** Aborts when the worker has to give back its jobs. */
  readonly #stopping = new AbortController();
  /** Aborts when the worker has finished or given back all jobs. */
  readonly #ended = new AbortController();
  #wakeUp = new AbortController();
  #programs: readonly string[] = [];
  #renewedAt = 0;
  #isReady = true;
  #taking: Promise<unknown> = Promise.resolve();
  #heartbeats: Promise<void> = Promise.resolve();

  constructor(node: NodeParts) {
    this.#node = node;
    this.#leaseMs = 1000 * node.configuration.deadAfterSeconds;
    this.#attempts = new Attempts({ ...node, leaseMs: this.#leaseMs });
  }

  /** Starts the worker. @throws Error if the database can't be reached */
  async start(): Promise<void> {
    const { readiness, dueChannel } = this.#node;
    await this.#findPrograms();
    await this.#sendHeartbeat();
    this.#heartbeats = this.#sendHeartbeats(this.#ended.signal);
    readiness.addRequirement('The worker’s lease', async () => {
      // Without a valid lease, other workers may have taken over this worker's jobs.
      if (this.#isLeaseOver) throw new NotReady('The worker couldn’t renew its lease.');
    });
    const listening = dueChannel.listen(() => this.#wakeUp.abort(), this.#draining.signal);
    this.#taking = Promise.all([listening, this.#takeJobs()]);
  }

  async drain(): Promise<void> {
    const { configuration, database } = this.#node;
    const timeout = systemClock.schedule(1000 * configuration.drainSeconds, () => this.#stopping.abort());
    this.#draining.abort();
    this.#wakeUp.abort();
    await this.#taking;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    timeout.dispose();
    this.#ended.abort();
    await this.#heartbeats;
    await database.query('delete from network.workers where id = $1', [this.#id]);
  }

  async #takeJobs(): Promise<void> {
    const { signal } = this.#draining;
    let wasNotified = false;
    while (!signal.aborted) {
      // A notification that arrives while the worker takes jobs makes it check the queue again.
      const wakeUp = (this.#wakeUp = new AbortController());
      await this.#take(wasNotified).catch((error: unknown) =>
        this.#node.log.warn({ reason: String(error) }, 'Failed to take jobs'),
      );
      if (!signal.aborted) await delay(pollMs, systemClock, wakeUp.signal).catch(() => undefined);
      wasNotified = wakeUp.signal.aborted;
    }
  }

  /** Takes due jobs. Checks readiness only if a job is due, because some stores charge for the check. */
  async #take(wasNotified: boolean): Promise<void> {
    const freeSlots = this.#node.configuration.places - this.#running.size;
    const queueWorker = { worker: this.#id, programs: this.#programs };
    if (freeSlots === 0 || !(wasNotified || (await this.#attempts.isAnyDue(queueWorker)))) return;
    if (!(await this.#checkReady(readinessCacheMs)) || this.#draining.signal.aborted) return;
    for (const attempt of await this.#attempts.take(queueWorker, freeSlots)) {
      const lost = new AbortController();
      const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
      const ended = this.#run(attempt, signal).finally(() => {
        this.#running.delete(attempt);
        this.#node.metrics.slotsBusy.set(this.#running.size);
        this.#wakeUp.abort();
      });
      this.#running.set(attempt, { lost, ended });
      this.#node.metrics.slotsBusy.set(this.#running.size);
    }
  }

  async #run(attempt: Attempt, signal: AbortSignal): Promise<void> {
    const { log, metrics } = this.#node;
    const { job, attempt: number, account, tool, work } = attempt;
    const { engine } = work;
    const startedAt = systemClock.monotonic();
    const seconds = () => (systemClock.monotonic() - startedAt) / 1000;
    const fields = () => ({ job, attempt: number, account, tool, engine, seconds: seconds() });
    try {
      const outcome = await doAttempt(attempt, this.#node, signal);
      const recorded = await this.#attempts.end(attempt, outcome, seconds());
      const code = 'fault' in outcome ? { code: faultCode(outcome.fault) } : undefined;
      log.info({ ...fields(), ...code, recorded }, 'Job finished');
      metrics.jobSeconds.observe({ engine }, seconds());
      if (code) metrics.jobFailures.inc(code);
      if (recorded) await this.#deleteInputs(attempt);
    } catch (error) {
      log.warn({ ...fields(), reason: String(error) }, 'Job returned to the queue');
      await this.#release(attempt, await this.#checkReady());
    }
  }

  /** True if the worker is ready. Otherwise, it leaves jobs to other workers, so that it doesn't use up their attempts. */
  async #checkReady(maxAgeMs = 0): Promise<boolean> {
    try {
      await this.#node.readiness.check(maxAgeMs);
      this.#isReady = true;
    } catch (error) {
      if (this.#isReady)
        this.#node.log.warn({ reason: String(error) }, 'Stopped taking jobs until the node is ready');
      this.#isReady = false;
    }
    return this.#isReady;
  }

  /** Gives a job back to the queue. Retries while the database is unavailable. */
  async #release(attempt: Attempt, counts: boolean): Promise<void> {
    for (;;) {
      try {
        return await this.#attempts.release(attempt, counts);
      } catch {
        // If the worker is stopping, it gives up. The job is due again when its lease ends.
        if (this.#stopping.signal.aborted) return;
        await delay(databaseRetryMs, systemClock);
      }
    }
  }

  /** If a file can't be deleted now, the sweeper deletes it later. */
  async #deleteInputs({ job, work }: Attempt): Promise<void> {
    const keys = inputNames(work).map((name) => incomingKey(job, name));
    const deleted = Promise.allSettled(keys.map((key) => this.#node.store.delete(key)));
    await untilAborted(deleted, this.#stopping.signal).catch(() => undefined);
  }

  async #findPrograms(): Promise<void> {
    this.#programs = [...(await this.#node.programs()).keys(), partsReader].toSorted();
  }

  get #isLeaseOver(): boolean {
    return systemClock.monotonic() - this.#renewedAt >= this.#leaseMs;
  }

  async #sendHeartbeats(ended: AbortSignal): Promise<void> {
    const heartbeatMs = 1000 * this.#node.configuration.beatSeconds;
    for (;;) {
      await delay(heartbeatMs, systemClock, ended).catch(() => undefined);
      if (ended.aborted) return;
      try {
        // If the connection doesn't answer, the next heartbeat uses another one.
        await untilAborted(this.#sendHeartbeat(), AbortSignal.timeout(heartbeatMs));
        await this.#findPrograms();
      } catch (error) {
        this.#node.log.warn({ reason: String(error) }, 'Heartbeat failed');
        if (this.#isLeaseOver) await this.#checkReady();
      }
    }
  }

  /** Renews the leases of the worker and its attempts. Aborts attempts at jobs that other workers have taken over. */
  async #sendHeartbeat(): Promise<void> {
    const startedAt = systemClock.monotonic();
    const running = [...this.#running.keys()];
    const current = await this.#attempts.renew({ worker: this.#id, programs: this.#programs }, running);
    this.#renewedAt = Math.max(this.#renewedAt, startedAt);
    for (const attempt of running)
      if (!current.has(attempt))
        this.#running
          .get(attempt)
          ?.lost.abort(new Error('The job was canceled, or another worker has taken it over'));
  }
}
