import type { PollPace } from '../../contract/dialect.ts';
import { isTransportError } from '../../contract/errors.ts';
import type { JobRecord } from '../../contract/jobRecord.ts';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import type { Job, Problem } from '../core/job.ts';
import { defaultOutputFolder } from '../core/jobFiles.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem } from '../core/problem.ts';
import type { NetworkService, RemoteJob, ServiceId } from '../core/service.ts';
import { type JobPatch, states } from '../core/states.ts';
import { inFolder, temporaryName } from '../core/fileUri.ts';
import { isElsewhere, type RemoteFaults } from './remoteFaults.ts';

const maxRequests = 6;
/** Maximum number of long polls. They are for the oldest jobs, because services process an account’s jobs in order. */
const maxWaits = 24;
/** A service that answers a long poll earlier than this doesn't support them. */
const minWaitMs = 500;
/** Pause after a broken long poll, because a proxy that cut it may cut the next ones, too. */
const waitAgainMs = 60_000;

interface PollerParts {
  readonly store: JobStore;
  readonly faults: RemoteFaults;
  readonly network: () => Promise<NetworkService>;
  /** Called when a service answered. */
  readonly onHeard: (id: ServiceId) => void;
  readonly pace: PollPace;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Polls every accepted job at the pace for its size, using one timer and a limited number of concurrent requests. */
export class Poller implements Disposable {
  readonly #parts: PollerParts;
  readonly #owned = new DisposableStore();
  readonly #disposed = new AbortController();
  /** The time of each job's next poll. */
  readonly #due = new Map<string, number>();
  /** The earliest time to poll each job, in the order in which the jobs were accepted. */
  readonly #notBefore = new Map<string, number>();
  /** Jobs that hadn't ended at their last poll. */
  readonly #unended = new Set<string>();
  readonly #asking = new Set<string>();
  /** Jobs with a long poll in progress. */
  readonly #waiting = new Map<string, AbortController>();
  /** The longest duration of a long poll in seconds; 0 if the network doesn't support them, as far as known. */
  #waitSeconds = 0;
  #isLearning = false;
  #waitsAgainAt = 0;
  #timer: Disposable | undefined;

  constructor(parts: PollerParts) {
    this.#parts = parts;
    this.#owned.add(parts.store.onDidWrite((job) => this.#track(job)));
  }

  /** Polls these jobs now, or all jobs by default, within the limit on concurrent requests. */
  wake(ids: Iterable<string> = this.#due.keys()): void {
    for (const id of ids) if (this.#due.has(id)) this.#due.set(id, this.#parts.clock.monotonic());
    this.#schedule();
  }

  dispose(): void {
    this.#disposed.abort();
    this.#timer?.dispose();
    this.#owned.dispose();
  }

  #track(job: Job): void {
    if (remoteOf(job) === undefined || this.#parts.store.get(job.id) === undefined) {
      this.#due.delete(job.id);
      this.#notBefore.delete(job.id);
      this.#unended.delete(job.id);
      this.#waiting.get(job.id)?.abort();
    } else if (!this.#due.has(job.id)) {
      void this.#learnWaits();
      const paceMs = this.#mayWait(job.id) ? 0 : this.#paceMs(job);
      const waitMs = Math.max(paceMs, this.#parts.faults.leftMs(job.id));
      const now = this.#parts.clock.monotonic();
      this.#due.set(job.id, now + waitMs);
      this.#notBefore.set(job.id, now + this.#stepOf(job).fromMs);
      this.#schedule();
    }
  }

  /** Finds out whether the network supports long polls. After a failure, the next job triggers another attempt. */
  async #learnWaits(): Promise<void> {
    if (this.#isLearning) return;
    this.#isLearning = true;
    try {
      const service = await this.#parts.network();
      const { longPollSeconds = 0 } = await service.extensions(this.#disposed.signal);
      if (this.#waitSeconds === longPollSeconds) return;
      this.#waitSeconds = longPollSeconds;
      if (longPollSeconds > 0) this.wake();
    } catch {
      // Ordinary polls report the error.
    } finally {
      this.#isLearning = false;
    }
  }

  /** True if the next request for a job may be a long poll. */
  #mayWait(id: string): boolean {
    const isPaused = this.#parts.clock.monotonic() < this.#waitsAgainAt;
    return this.#parts.store.get(id) !== undefined && !isPaused && this.#waitSeconds > 0;
  }

  /** True if another request for the job may be sent now. */
  #hasRoom(id: string): boolean {
    if (this.#mayWait(id)) return this.#waiting.size < maxWaits;
    return this.#asking.size - this.#waiting.size < maxRequests;
  }

  #schedule(): void {
    this.#timer?.dispose();
    if (this.#disposed.signal.aborted) return;
    let next = Number.POSITIVE_INFINITY;
    for (const [id, at] of this.#due) if (at < next && !this.#asking.has(id) && this.#hasRoom(id)) next = at;
    if (next === Number.POSITIVE_INFINITY) return;
    const delayMs = Math.max(0, next - this.#parts.clock.monotonic());
    this.#timer = this.#parts.clock.schedule(delayMs, () => this.#askDue());
  }

  #askDue(): void {
    const now = this.#parts.clock.monotonic();
    const due = [...this.#due].filter(([id, at]) => at <= now && !this.#asking.has(id));
    // Long polls are for the oldest jobs.
    const turn = ([id, at]: readonly [string, number]): number => (this.#mayWait(id) ? 0 : at);
    for (const [id] of due.toSorted((a, b) => turn(a) - turn(b))) {
      if (!this.#hasRoom(id)) continue;
      this.#asking.add(id);
      if (this.#mayWait(id)) this.#waiting.set(id, new AbortController());
      void this.#ask(id).finally(() => {
        this.#asking.delete(id);
        this.#waiting.delete(id);
        this.#schedule();
      });
    }
    this.#schedule();
  }

  async #ask(id: string): Promise<void> {
    const job = this.#parts.store.get(id);
    const remote = job && remoteOf(job);
    if (job === undefined || remote === undefined) return;
    let waitMs: number | undefined;
    let service: NetworkService | undefined;
    try {
      service = await this.#parts.network();
      if (isElsewhere(service, remote)) {
        if (this.#isCurrent(id, remote)) this.#parts.faults.gone(job, remote);
        return;
      }
      const askedAt = this.#parts.clock.monotonic();
      const record = await this.#request(service, job, remote);
      if (!this.#isCurrent(id, remote)) return;
      this.#parts.faults.over(id, 'state');
      this.#parts.onHeard(job.service);
      this.#notBefore.set(id, this.#parts.clock.monotonic() + this.#stepOf(job).fromMs);
      if (record.status === 'Succeeded') this.#hastenOthers(job);
      this.#unended.add(id);
      this.#note(job, remote, record, service);
      const hasWaited = this.#waiting.has(id) && this.#parts.clock.monotonic() - askedAt >= minWaitMs;
      waitMs = hasWaited ? 0 : this.#paceMs(job);
    } catch (error) {
      if (!this.#isCurrent(id, remote)) return;
      waitMs = this.#parts.faults.note({ job, remote, asked: 'state', service, error });
    }
    if (waitMs !== undefined && this.#due.has(id)) this.#due.set(id, this.#parts.clock.monotonic() + waitMs);
  }

  /** Requests a job's record, using a long poll if possible. If that breaks, sends an ordinary request. */
  async #request(service: NetworkService, job: Job, remote: RemoteJob): Promise<JobRecord> {
    const { signal } = this.#disposed;
    const waiting = this.#waiting.get(job.id);
    if (waiting !== undefined) {
      try {
        const either = AbortSignal.any([signal, waiting.signal]);
        return await service.job(job.tool, remote, either, this.#waitSeconds);
      } catch (error) {
        if (!isTransportError(error)) throw error;
        this.#waitsAgainAt = this.#parts.clock.monotonic() + waitAgainMs;
      }
      this.#waiting.delete(job.id);
    }
    return service.job(job.tool, remote, signal);
  }

  /**
   * Polls other jobs earlier, because services process jobs in order: jobs accepted before one that is
   * done may be done, too. If a job was done at its first poll, later ones may be as well. The minimum interval still
   * applies.
   */
  #hastenOthers({ id: done }: Job): void {
    const now = this.#parts.clock.monotonic();
    for (const [id, from] of this.#notBefore) {
      if (id === done && this.#unended.has(id)) return;
      const due = this.#due.get(id);
      if (id === done || due === undefined) continue;
      // A delay after a failure isn't shortened.
      if (this.#parts.faults.leftMs(id) === 0) this.#due.set(id, Math.min(due, Math.max(now, from)));
    }
  }

  #note(job: Job, remote: RemoteJob, record: JobRecord, service: NetworkService): void {
    const { store, clock } = this.#parts;
    const endedAt = clock.now();
    const patch = service.charges ? chargePatch(job, remote, record, endedAt) : undefined;
    switch (record.status) {
      case 'Queued':
        if (job.state.name !== 'queued' || patch) store.transition(job.id, states.queued(remote), patch);
        break;
      case 'Processing': {
        const state = states.processing(remote, record.progress);
        if (job.state.name === 'processing' && !patch) store.progress(job.id, state);
        else store.transition(job.id, state, patch);
        break;
      }
      case 'Succeeded':
        store.transition(
          job.id,
          states.downloading({
            remote,
            fileName: record.outputFileName,
            temporary: inFolder(defaultOutputFolder(job), temporaryName()),
          }),
          patch,
        );
        break;
      case 'Failed':
        store.transition(job.id, states.failed(endedAt, problemOfFailure(record)), patch);
        break;
      case 'Canceled':
        store.transition(job.id, states.canceled(endedAt, service.charges), patch);
        break;
    }
  }

  /** True if the job didn't change during the request. */
  #isCurrent(id: string, remote: RemoteJob): boolean {
    const job = this.#parts.store.get(id);
    return !this.#disposed.signal.aborted && job !== undefined && remoteOf(job)?.jobId === remote.jobId;
  }

  #paceMs(job: Job): number {
    const { fromMs, toMs } = this.#stepOf(job);
    return fromMs + this.#parts.random() * (toMs - fromMs);
  }

  #stepOf(job: Job): PollPace['large'] {
    return pollStep(this.#parts.pace, job);
  }
}

function problemOfFailure({ failure }: JobRecord): Problem {
  if (failure === undefined || (failure.detail === '' && failure.code === undefined))
    return problem('job.failed');
  return { ...failure, code: failure.code ?? 'job.failed' };
}

/** The charge in a job's record (api.md, Credits), if it differs from the known one. */
function chargePatch(
  { charge }: Job,
  remote: RemoteJob,
  record: JobRecord,
  now: number,
): JobPatch | undefined {
  const known = charge?.remote.jobId === remote.jobId ? charge : undefined;
  const credits = record.status === 'Failed' ? 0 : record.credits;
  if (credits === undefined || credits < 0) return undefined;
  if (known?.isExact && credits === known.credits) return undefined;
  return { charge: { remote, credits, at: known?.at ?? now, isExact: true } };
}

function remoteOf(job: Job): RemoteJob | undefined {
  return job.state.name === 'queued' || job.state.name === 'processing' ? job.state.remote : undefined;
}

/** The delay between two polls of a job, in milliseconds, by the size of its source. */
export function pollStep({ small, medium, large }: PollPace, { sourceBytes = 0 }: Job): PollPace['large'] {
  return [small, medium].find(({ belowBytes }) => sourceBytes < belowBytes) ?? large;
}
