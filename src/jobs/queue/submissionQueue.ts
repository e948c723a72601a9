import type { PollPace } from '../../contract/dialect.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import { Backoff } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import type { Activities } from '../core/activities.ts';
import type { Job } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { type NetworkService, type Service, type ServiceId, serviceIds } from '../core/service.ts';
import type { Leases } from '../journal/leases.ts';
import type { LocalConversion } from './localConversion.ts';
import {
  admit,
  type InFlight,
  jobsOverBatchLimit,
  parkedForBatchLimit,
  RecentlyEndedJobs,
  ServiceQueue,
  slotsTaken,
} from './serviceQueue.ts';
import { SubmissionFaults } from './submissionFaults.ts';
import type { Submitter } from './submitter.ts';

// Delay before checking again while other windows use all slots, as they don't report when their jobs end.
const othersFullMs = 2000;
const sharedRetryMs = 10_000;

interface SubmissionQueueParts {
  readonly store: JobStore;
  readonly activities: Activities;
  readonly submitter: Submitter;
  readonly localConversion: LocalConversion;
  readonly leases: Leases;
  readonly services: (id: ServiceId) => Promise<Service>;
  /** Called when a service accepted a job. */
  readonly onHeard: (id: ServiceId) => void;
  readonly pace: PollPace;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: (message: string) => void;
}

/** Has services do the waiting jobs as slots become free. */
export class SubmissionQueue implements Disposable {
  readonly #parts: SubmissionQueueParts;
  readonly #backoffs: Readonly<Record<ServiceId, Backoff>>;
  readonly #owned = new DisposableStore();
  readonly #queues: Readonly<Record<ServiceId, ServiceQueue>>;
  readonly #recentEnds: Readonly<Record<ServiceId, RecentlyEndedJobs>>;
  /** Services with newly waiting jobs whose number hasn't been compared with the batch limit yet. */
  readonly #unmeasured = new Set<ServiceId>();
  /** Services whose slots aren't shared with other windows. */
  readonly #unshared = new Set<ServiceId>();
  readonly #disposed = new AbortController();
  readonly #faults: SubmissionFaults;
  readonly #running = new Set<ServiceId>();
  readonly #runAgain = new Set<ServiceId>();
  readonly #timers = new Map<ServiceId, Disposable>();
  #isOpen = false;
  #turn: NodeJS.Immediate | undefined;

  constructor(parts: SubmissionQueueParts) {
    this.#parts = parts;
    const { clock, random } = parts;
    this.#backoffs = { local: new Backoff(clock, random), network: new Backoff(clock, random) };
    this.#faults = new SubmissionFaults({ ...parts, backoffs: this.#backoffs });
    const queueOf = (id: ServiceId): ServiceQueue =>
      this.#owned.add(new ServiceQueue(parts.store, id, clock));
    this.#queues = { local: queueOf('local'), network: queueOf('network') };
    this.#recentEnds = { local: this.#endsAt('local'), network: this.#endsAt('network') };
    this.#owned.add(
      parts.store.onDidWrite(({ service, state }) => {
        if (state.name === 'waiting') this.#unmeasured.add(service);
        this.wake();
      }),
    );
    this.#owned.add(parts.activities.onDidEnd(() => this.wake()));
  }

  /** Starts submitting. Until then, jobs only wait. */
  open(): void {
    this.#isOpen = true;
    this.wake();
  }

  /** Checks the queue again after this turn of the event loop. */
  wake(): void {
    if (!this.#isOpen || this.#disposed.signal.aborted) return;
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      for (const id of serviceIds) void this.#run(id);
    });
  }

  dispose(): void {
    this.#disposed.abort();
    if (this.#turn !== undefined) clearImmediate(this.#turn);
    for (const timer of this.#timers.values()) timer.dispose();
    this.#owned.dispose();
  }

  async #run(id: ServiceId): Promise<void> {
    if (this.#running.has(id)) {
      this.#runAgain.add(id);
      return;
    }
    this.#running.add(id);
    try {
      await this.#startReady(id);
    } catch (error) {
      // The storage that windows share is unusable, and nothing can be submitted safely without it.
      this.#parts.log(`Nothing can be submitted: ${String(error)}`);
      this.#wakeIn(id, sharedRetryMs);
    } finally {
      this.#running.delete(id);
      if (this.#runAgain.delete(id)) this.wake();
    }
  }

  async #startReady(id: ServiceId): Promise<void> {
    const { leases, store } = this.#parts;
    if (!this.#unshared.has(id)) await leases.publish(id, slotsTaken(this.#inFlight(id))).catch(() => {});
    const first = this.#nextReady(id);
    if (first === undefined) return;
    let service: Service;
    let limits: TierLimits;
    try {
      service = await this.#parts.services(id);
      if (service.hosted) await this.#notePayer(service);
      limits = await this.#limits(service);
      // A lost answer is only harmless if the service is known beforehand to support idempotency keys.
      if (service.hosted && service.charges) await service.extensions(this.#disposed.signal);
    } catch (error) {
      if (!this.#disposed.signal.aborted) this.#faults.beforeSubmission(first, error);
      return;
    }
    if (!service.hosted) this.#unshared.add(id);
    if (this.#unmeasured.delete(id)) {
      for (const job of jobsOverBatchLimit(store.all(), limits.maxBatchFiles)) {
        if (job.service === id) store.transition(job.id, parkedForBatchLimit(limits.maxBatchFiles));
      }
    }
    await this.#fill(service, limits);
  }

  /** Notes that the current key pays for jobs that were requested since it was stored. */
  async #notePayer(service: NetworkService): Promise<void> {
    const { store, activities } = this.#parts;
    const keyId = await service.keyId();
    if (keyId === undefined) return;
    const unnoted = [...this.#queues[service.id].waiting].filter((job) => job.keyId === undefined);
    for (const { id, state } of unnoted)
      if (!activities.isRunning(id)) store.transition(id, state, { keyId });
  }

  /** Starts jobs until no slot is free or none is ready. */
  async #fill(service: Service, limits: TierLimits): Promise<void> {
    const { leases, activities } = this.#parts;
    const { id } = service;
    while (this.#nextReady(id) !== undefined) {
      const inFlight = this.#inFlight(id);
      if (!(await admit(service, limits, inFlight, leases))) {
        if (inFlight.count === 0) this.#wakeIn(id, othersFullMs);
        return;
      }
      // The service may have refused a job in the meantime.
      const job = this.#nextReady(id);
      if (job === undefined || this.#disposed.signal.aborted) return;
      this.#start(job, service, limits);
      if (!activities.isRunning(job.id)) return;
    }
  }

  /** The service's limits. If jobs exceed the cached ones, they are requested again. */
  async #limits(service: Service): Promise<TierLimits> {
    const { signal } = this.#disposed;
    const limits = await service.limits(signal);
    if (!this.#unmeasured.has(service.id)) return limits;
    const tooMany = jobsOverBatchLimit(this.#parts.store.all(), limits.maxBatchFiles);
    return tooMany.some((job) => job.service === service.id)
      ? service.limits(signal, { refresh: true })
      : limits;
  }

  #start(job: Job, service: Service, limits: TierLimits): void {
    const { activities, submitter, localConversion } = this.#parts;
    const run = async (signal: AbortSignal): Promise<void> => {
      try {
        if (service.hosted) await submitter.submit(job, service, limits, signal);
        else await localConversion.convert(job, service, limits, signal);
        this.#backoffs[job.service].succeeded();
        this.#parts.onHeard(job.service);
      } catch (error) {
        this.#recentEnds[job.service].forget();
        if (!signal.aborted) this.#faults.ofSubmission(job.id, error, service.charges);
      }
    };
    activities.start(job.id, run);
  }

  /** The jobs that are in flight or about to be. */
  #inFlight(id: ServiceId): InFlight {
    const queue = this.#queues[id];
    const starting = [...this.#parts.activities.running].filter((jobId) => queue.isWaiting(jobId));
    // Only jobs that the service has accepted can have ended. Uploads keep their slots.
    const likelyEnded = Math.min(this.#recentEnds[id].count, queue.acceptedCount);
    return { count: queue.inFlightCount + starting.length, likelyEnded };
  }

  #endsAt(id: ServiceId): RecentlyEndedJobs {
    const { pace, clock } = this.#parts;
    // When the estimate expires, a new check tells the other windows that these slots are in use again.
    const ends = new RecentlyEndedJobs({ pace, clock, onDidFade: () => this.wake() });
    this.#owned.add(this.#queues[id].onDidSucceed((success) => ends.add(success)));
    return this.#owned.add(ends);
  }

  /** The first waiting job that may be submitted now. If there is none, schedules another check of the queue. */
  #nextReady(id: ServiceId): Job | undefined {
    const { activities, clock } = this.#parts;
    const now = clock.monotonic();
    const { until } = this.#backoffs[id];
    let next = Number.POSITIVE_INFINITY;
    for (const job of this.#queues[id].waiting) {
      if (activities.isRunning(job.id)) continue;
      const from = Math.max((job.state.name === 'waiting' && job.state.notBefore) || now, until);
      if (from <= now) return job;
      next = Math.min(next, from);
    }
    if (next !== Number.POSITIVE_INFINITY) this.#wakeIn(id, next - now);
    return undefined;
  }

  #wakeIn(id: ServiceId, delayMs: number): void {
    if (this.#disposed.signal.aborted) return;
    this.#timers.get(id)?.dispose();
    this.#timers.set(
      id,
      this.#parts.clock.schedule(delayMs, () => this.wake()),
    );
  }
}
