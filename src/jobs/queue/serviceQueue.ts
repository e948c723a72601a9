import type { PollPace } from '../../contract/dialect.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter, type Event } from '../../util/emitter.ts';
import type { Job, JobState, JobStateName } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem } from '../core/problem.ts';
import type { Service, ServiceId } from '../core/service.ts';
import { states } from '../core/states.ts';
import type { Leases } from '../journal/leases.ts';
import { pollStep } from '../transfer/poller.ts';

/** The states in which a job uses a slot at its service. */
const inFlightStates: ReadonlySet<JobStateName> = new Set([
  'uploading',
  'converting',
  'queued',
  'processing',
]);

/** A job with a result at its service. */
interface Success {
  readonly job: Job;
  /** How long the job was in flight, including its upload. */
  readonly inFlightMs: number;
}

/**
 * The jobs of one service that are waiting or in flight. They are indexed, so that a change doesn't scan thousands of
 * jobs.
 */
export class ServiceQueue implements Disposable {
  readonly #store: JobStore;
  readonly #service: ServiceId;
  readonly #clock: Clock;
  readonly #listener: Disposable;
  readonly #waiting = new Map<string, Job>();
  /** The start time of each job in flight. */
  readonly #inFlight = new Map<string, number>();
  /** Jobs in flight whose upload hasn't been answered yet. */
  readonly #uploading = new Set<string>();
  /** Ids of all jobs, in any state. */
  readonly #known = new Set<string>();
  readonly #successes = new Emitter<Success>();
  #isInOrder = true;

  readonly onDidSucceed: Event<Success> = this.#successes.event;

  constructor(store: JobStore, service: ServiceId, clock: Clock) {
    this.#store = store;
    this.#service = service;
    this.#clock = clock;
    this.#listener = store.onDidWrite((job) => this.#note(job));
  }

  /** The waiting jobs, in the order in which they were added. */
  get waiting(): Iterable<Job> {
    if (!this.#isInOrder) this.#sort();
    return this.#waiting.values();
  }

  get inFlightCount(): number {
    return this.#inFlight.size;
  }

  /** The number of jobs in flight that the service has accepted. */
  get acceptedCount(): number {
    return this.#inFlight.size - this.#uploading.size;
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#successes.dispose();
  }

  #note(job: Job): void {
    const { id, service, state } = job;
    if (service !== this.#service) return;
    const isGone = this.#store.get(id) === undefined;
    const isNew = !this.#known.has(id);
    if (isGone) this.#known.delete(id);
    else this.#known.add(id);
    const now = this.#clock.monotonic();
    const inFlightSince = this.#inFlight.get(id);
    if (!isGone && inFlightStates.has(state.name)) this.#inFlight.set(id, inFlightSince ?? now);
    else this.#inFlight.delete(id);
    if (!isGone && state.name === 'uploading') this.#uploading.add(id);
    else this.#uploading.delete(id);
    if (inFlightSince !== undefined && state.name === 'downloading')
      this.#successes.fire({ job, inFlightMs: now - inFlightSince });
    if (isGone || state.name !== 'waiting') this.#waiting.delete(id);
    else {
      // A job that returns to the queue comes before jobs that were added after it.
      if (!isNew && !this.#waiting.has(id)) this.#isInOrder = false;
      this.#waiting.set(id, job);
    }
  }

  #sort(): void {
    this.#isInOrder = true;
    const waiting = this.#store.all().filter(({ id }) => this.#waiting.has(id));
    this.#waiting.clear();
    for (const job of waiting) this.#waiting.set(job.id, job);
  }
}

interface RecentEndsParts {
  readonly pace: PollPace;
  readonly clock: Clock;
  /** Called when no job counts as recently ended any more. */
  readonly onDidFade: () => void;
}

/**
 * Estimates how many of a service's jobs have ended since they could last be polled: as many as the service completes
 * within the shortest polling interval for their size. Each successful job contributes its throughput for as long as it
 * was in flight (Little's law), and nothing afterwards, so a service that slows down immediately lowers the estimate.
 */
export class RecentlyEndedJobs implements Disposable {
  readonly #parts: RecentEndsParts;
  /** The contribution of each job, by the timer that removes it. */
  readonly #shares = new Map<Disposable, number>();

  constructor(parts: RecentEndsParts) {
    this.#parts = parts;
  }

  /** The estimated number of jobs, rounded down. */
  get count(): number {
    return Math.floor([...this.#shares.values()].reduce((sum, share) => sum + share, 0));
  }

  add({ job, inFlightMs }: Success): void {
    const { pace, clock, onDidFade } = this.#parts;
    const { fromMs: intervalMs } = pollStep(pace, job);
    const occupiedMs = Math.max(intervalMs, inFlightMs);
    const fading = clock.schedule(occupiedMs, () => {
      this.#shares.delete(fading);
      if (this.#shares.size === 0) onDidFade();
    });
    this.#shares.set(fading, intervalMs / occupiedMs);
  }

  /** Resets the estimate after the service refused a job. */
  forget(): void {
    for (const fading of this.#shares.keys()) fading.dispose();
    this.#shares.clear();
  }

  dispose(): void {
    this.forget();
  }
}

/** Upper limit on jobs in flight, in multiples of the plan's concurrency, no matter how many have probably ended. */
const maxRounds = 6;

/** One window's jobs in flight at a service. */
export interface InFlight {
  /** Number of jobs that were submitted and aren't known to have ended. */
  readonly count: number;
  /** The number of these that the service has probably finished since they could last be polled. */
  readonly likelyEnded: number;
}

/**
 * Maximum number of jobs in flight that have probably not ended: twice the plan's concurrency. This keeps the service
 * busy, but limits the cost of a cancellation, because credits are deducted at submission and aren't refunded.
 */
export function slotsOf(limits: TierLimits): number {
  return rounds(2, limits);
}

/** The number of slots in use. */
export function slotsTaken({ count, likelyEnded }: InFlight): number {
  return Math.max(0, count - likelyEnded);
}

function rounds(count: number, { maxParallelJobs, maxQueuedJobs }: TierLimits): number {
  return Math.max(1, Math.min(count * maxParallelJobs, maxQueuedJobs));
}

/**
 * True if one more job may be submitted. A hosted service's limits apply to the user, so all windows share them, and
 * this window announces the submission before it checks them. Two windows may then both hold back, but never both
 * proceed.
 */
export async function admit(
  service: Service,
  limits: TierLimits,
  inFlight: InFlight,
  leases: Leases,
): Promise<boolean> {
  const slots = slotsOf(limits);
  const taken = slotsTaken(inFlight);
  if (taken >= slots || inFlight.count >= rounds(maxRounds, limits)) return false;
  if (!service.hosted) return true;
  await leases.publish(service.id, taken + 1);
  if (taken + 1 + (await leases.othersInFlight(service.id)) <= slots) return true;
  await leases.publish(service.id, taken);
  return false;
}

/** The waiting jobs that exceed the plan's batch limit (api.md, Limits 1), in order. */
export function jobsOverBatchLimit(jobs: readonly Job[], maxBatchFiles: number): Job[] {
  const counts = new Map<string, number>();
  return jobs.filter((job) => {
    const place = (counts.get(job.batch) ?? 0) + 1;
    counts.set(job.batch, place);
    return job.state.name === 'waiting' && place > maxBatchFiles;
  });
}

/** The state of a job that exceeds the batch limit. When resumed, it starts a new batch. */
export function parkedForBatchLimit(maxBatchFiles: number): JobState {
  const detail = `The plan allows ${maxBatchFiles} files in one batch.`;
  return states.needsCredits(problem('batch.limit_exceeded', detail));
}
