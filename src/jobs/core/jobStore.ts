import { dayMs } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { Emitter, type Event } from '../../util/emitter.ts';
import { type Job, type JobPhase, type JobState, phaseOf } from './job.ts';
import { type JobPatch, transition } from './states.ts';

/** Jobs that were added, changed, or removed during one turn of the event loop. */
export interface JobChange {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly jobs: readonly Job[];
}

/** Receives every write that must outlive the process, immediately and in order. */
export interface JobRecorder {
  saved(job: Job): void;
  removed(id: string): void;
}

/** Stores all jobs of the window, in the order in which they were added, and reports all changes to them. */
export class JobStore implements Disposable {
  readonly #jobs = new Map<string, Job>();
  readonly #counts: Record<JobPhase, number> = { active: 0, parked: 0, ended: 0 };
  readonly #recorder: JobRecorder;
  readonly #changes = new Emitter<JobChange>();
  readonly #writes = new Emitter<Job>();
  readonly #pending = new Map<string, { kind: JobChange['kind']; job: Job }>();
  #turn: NodeJS.Immediate | undefined;

  readonly onDidChange: Event<JobChange> = this.#changes.event;
  /** Fires immediately for every change of a job, for code in `jobs/` that must not miss one. */
  readonly onDidWrite: Event<Job> = this.#writes.event;

  constructor(recorder: JobRecorder) {
    this.#recorder = recorder;
  }

  all(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  get(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  count(phase: JobPhase): number {
    return this.#counts[phase];
  }

  add(job: Job): void {
    this.#recorder.saved(job);
    this.#set(job, 'added');
  }

  /** Moves the job to its next state. Returns `undefined` if the job has been removed. */
  transition(id: string, state: JobState, patch?: JobPatch): Job | undefined {
    const job = this.#jobs.get(id);
    if (job === undefined) return undefined;
    const next = transition(job, state, patch);
    this.#recorder.saved(next);
    this.#set(next, 'changed');
    return next;
  }

  /** Records facts about a job, whose state stays the same. */
  note(id: string, facts: JobPatch): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    const next = { ...job, ...facts };
    this.#recorder.saved(next);
    this.#set(next, 'changed');
  }

  /** Updates progress within a state. It is shown, but not journaled. */
  progress(id: string, state: JobState): void {
    const job = this.#jobs.get(id);
    if (job?.state.name === state.name) this.#set({ ...job, state }, 'changed');
  }

  /** Records whether the job's service answers. The value is shown, but not journaled. */
  setUnanswered(id: string, isUnanswered: boolean): void {
    const job = this.#jobs.get(id);
    if (job !== undefined && (job.isUnanswered ?? false) !== isUnanswered) {
      this.#set({ ...job, isUnanswered }, 'changed');
    }
  }

  remove(id: string): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    this.#jobs.delete(id);
    this.#counts[phaseOf(job.state)] -= 1;
    this.#recorder.removed(id);
    this.#note(job, 'removed');
    this.#writes.fire(job);
  }

  dispose(): void {
    if (this.#turn !== undefined) clearImmediate(this.#turn);
    this.#changes.dispose();
    this.#writes.dispose();
  }

  #set(job: Job, kind: JobChange['kind']): void {
    const before = this.#jobs.get(job.id);
    if (before !== undefined) this.#counts[phaseOf(before.state)] -= 1;
    this.#counts[phaseOf(job.state)] += 1;
    this.#jobs.set(job.id, job);
    this.#note(job, kind);
    this.#writes.fire(job);
  }

  #note(job: Job, kind: JobChange['kind']): void {
    const before = this.#pending.get(job.id)?.kind;
    this.#pending.set(job.id, { kind: kind === 'changed' && before === 'added' ? 'added' : kind, job });
    this.#turn ??= setImmediate(() => this.#notify());
  }

  #notify(): void {
    this.#turn = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const kind of ['added', 'changed', 'removed'] as const) {
      const jobs = pending.filter((entry) => entry.kind === kind).map((entry) => entry.job);
      if (jobs.length > 0) this.#changes.fire({ kind, jobs });
    }
  }
}

/**
 * Resolves with the jobs, in the given order, once each has ended, is parked, or has been removed.
 * @throws the signal's reason
 */
export async function waitUntilSettled(
  store: JobStore,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Job[]> {
  signal?.throwIfAborted();
  const last = new Map(ids.map((id) => [id, store.get(id)]));
  const moving = new Set(ids.filter((id) => isMoving(last.get(id))));
  if (moving.size > 0) {
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        listener.dispose();
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const listener = store.onDidWrite((job) => {
        if (!last.has(job.id)) return;
        last.set(job.id, job);
        if (isMoving(store.get(job.id))) moving.add(job.id);
        else moving.delete(job.id);
        if (moving.size === 0) finish();
      });
      signal?.addEventListener('abort', finish, { once: true });
    });
    signal?.throwIfAborted();
  }
  return ids.flatMap((id) => last.get(id) ?? []);
}

function isMoving(job: Job | undefined): boolean {
  return job !== undefined && phaseOf(job.state) === 'active';
}

/** Limits on the number and age of ended jobs. */
export interface HistoryLimits {
  readonly maxEnded: number;
  readonly maxAgeMs: number;
}

export const historyLimits: HistoryLimits = { maxEnded: 2000, maxAgeMs: 7 * dayMs };

/** The ended jobs that exceed the limits. Jobs with a kept output are never among them. */
export function expiredJobs(jobs: readonly Job[], now: number, limits: HistoryLimits): Job[] {
  const ended = jobs
    .filter((job) => endedAt(job) !== undefined && keptOutputOf(job) === undefined)
    .toSorted((a, b) => (endedAt(b) ?? 0) - (endedAt(a) ?? 0));
  return ended.filter(
    (job, index) => index >= limits.maxEnded || now - (endedAt(job) ?? 0) > limits.maxAgeMs,
  );
}

/** The URI of a job's kept output, which was paid for but couldn't be saved to its destination. */
export function keptOutputOf({ state }: Job): string | undefined {
  return state.name === 'failed' ? state.keptOutput : undefined;
}

function endedAt({ state }: Job): number | undefined {
  return phaseOf(state) === 'ended' && 'endedAt' in state ? state.endedAt : undefined;
}
