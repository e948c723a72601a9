import { type Job, phaseOf, hasFailed, type JobPhase } from '../../jobs/core/job.ts';
import type { JobChange } from '../../jobs/jobs.ts';
import type { Row } from '../ui/treeView.ts';
import { type RowFacts, jobRow, batchRow } from './jobRows.ts';
import { isShown, type JobFilter } from './jobsFilter.ts';

/** Changes in a batch since its rows were last drawn. */
interface News {
  readonly jobs: Set<string>;
  /**
   * The kind of the changes: `figures` only affect the rows of jobs; `members` means that jobs were added, removed, or
   * filtered.
   */
  what: 'figures' | 'states' | 'members';
}

/** Minimum interval between redraws. */
export const redrawMs = 200;

/** Delay before an active batch's row is redrawn, per job in the batch. VS Code reads every row below a redrawn one. */
const pauseMsPerJob = 1;

/** The rows of the jobs list: batches with their jobs below. Determines which rows have changed and must be redrawn. */
export class JobList {
  readonly #facts: RowFacts;
  readonly #batches = new JobBatches();
  /** Top-level rows, by batch id. */
  readonly #roots = new Map<string, JobRoot & { drawnAt: number }>();
  readonly #news = new Map<string, News>();
  #order: readonly string[] = [];
  #filter: JobFilter = 'all';

  constructor(facts: RowFacts) {
    this.#facts = facts;
  }

  get filter(): JobFilter {
    return this.#filter;
  }

  set filter(filter: JobFilter) {
    this.#filter = filter;
    this.noteTime();
  }

  /** The number of all jobs, and of jobs that the filter shows. */
  get counts(): { all: number; shown: number } {
    const shown = [...this.#roots.values()].reduce((sum, root) => sum + root.shown, 0);
    return { all: this.#batches.jobCount, shown };
  }

  /** True if redrawing a batch was delayed. */
  get isBehind(): boolean {
    return this.#news.size > 0;
  }

  /** Records which jobs have changed. */
  note({ kind, jobs }: JobChange): void {
    for (const job of jobs) {
      const before = this.#batches.get(job.id);
      if (kind === 'removed') this.#batches.delete(job.id);
      else this.#batches.set(job);
      if (before !== undefined && before.batch !== job.batch) this.#add(before.batch, 'members');
      const isMember = kind === 'changed' && before?.batch === job.batch;
      const isFigure = isMember && before.state.name === job.state.name;
      this.#add(job.batch, isFigure ? 'figures' : isMember ? 'states' : 'members').jobs.add(job.id);
    }
  }

  /** Records that time has passed, because rows show times. */
  noteTime(): void {
    for (const batch of this.#batches.ids()) this.#add(batch, 'members');
  }

  /**
   * The ids of the rows that must be redrawn with their children since the last call; `undefined` for all rows if their
   * order has changed.
   */
  takeChanges(): readonly string[] | undefined {
    const redrawn = new Set<string>();
    let mayMove = false;
    for (const [batch, news] of this.#news) {
      const jobs = this.#batches.jobs(batch);
      const before = this.#roots.get(batch);
      const isWaiting = before !== undefined && this.#mayWait(before, news, jobs);
      if (!isWaiting) this.#news.delete(batch);
      const after = isWaiting || news.what === 'figures' ? before : this.#draw(batch, jobs);
      if (!looksSame(before, after)) redrawn.add(after?.id ?? batch);
      else for (const id of news.jobs) redrawn.add(id);
      mayMove ||= !isInPlace(before, after);
      news.jobs.clear();
    }
    if (mayMove && this.#sort()) return undefined;
    return [...redrawn];
  }

  /** The ids of the rows below a row, or of the top-level rows. */
  children(parent: string | undefined): readonly string[] {
    return parent === undefined ? this.#order : (this.#roots.get(parent)?.children ?? []);
  }

  parent(id: string): string | undefined {
    const batch = this.#batches.batchOf(id);
    return batch !== undefined && this.#isBatchRow(batch) ? batch : undefined;
  }

  isListed(jobId: string): boolean {
    const job = this.#batches.get(jobId);
    return job !== undefined && isShown(job, this.#filter);
  }

  row(id: string): Row | undefined {
    const job = this.#batches.get(id);
    if (job === undefined) return this.#roots.get(id)?.row;
    return jobRow(job, this.#facts, !this.#isBatchRow(job.batch));
  }

  /** The jobs of a row: its own job, or those shown below it. */
  jobs(id: string): readonly Job[] {
    const ids = this.#batches.get(id) === undefined ? this.children(id) : [id];
    return ids.flatMap((each) => this.#batches.get(each) ?? []);
  }

  #isBatchRow(batch: string): boolean {
    return this.#roots.get(batch)?.id === batch;
  }

  #add(batch: string, what: News['what']): News {
    const news = this.#news.get(batch) ?? { jobs: new Set(), what };
    if (weight[what] > weight[news.what]) news.what = what;
    this.#news.set(batch, news);
    return news;
  }

  #draw(batch: string, jobs: readonly Job[]): JobRoot | undefined {
    const root = jobRoot(batch, jobs, this.#filter, this.#facts);
    if (root === undefined) this.#roots.delete(batch);
    else this.#roots.set(batch, { ...root, drawnAt: this.#facts.clock.monotonic() });
    return root;
  }

  /** True if redrawing a batch can wait. False for its first and last change, and if many of its rows have changed. */
  #mayWait({ children, drawnAt }: JobRoot & { drawnAt: number }, news: News, jobs: readonly Job[]): boolean {
    const elapsedMs = this.#facts.clock.monotonic() - drawnAt;
    return (
      news.what === 'states' &&
      elapsedMs < children.length * pauseMsPerJob &&
      news.jobs.size < children.length / 4 &&
      jobs.some(({ state }) => phaseOf(state) === 'active')
    );
  }

  /** Sorts the top-level rows. Returns whether their order has changed. */
  #sort(): boolean {
    const order = inOrder(this.#roots.values()).map(({ id }) => id);
    const isSame =
      order.length === this.#order.length && order.every((id, index) => id === this.#order[index]);
    if (!isSame) this.#order = order;
    return !isSame;
  }
}

const weight: Readonly<Record<News['what'], number>> = { figures: 0, states: 1, members: 2 };

/** Jobs by batch. Batches are in no particular order. The jobs of a batch are in the order in which they were added. */
class JobBatches {
  readonly #batches = new Map<string, Map<string, Job>>();
  readonly #batchOf = new Map<string, string>();

  batchOf(jobId: string): string | undefined {
    return this.#batchOf.get(jobId);
  }

  get(jobId: string): Job | undefined {
    return this.#batches.get(this.#batchOf.get(jobId) ?? '')?.get(jobId);
  }

  get jobCount(): number {
    return this.#batchOf.size;
  }

  ids(): Iterable<string> {
    return this.#batches.keys();
  }

  jobs(batch: string): readonly Job[] {
    return [...(this.#batches.get(batch)?.values() ?? [])];
  }

  /** Adds a job, or replaces its previous version, even if that is in another batch. */
  set(job: Job): void {
    if (this.#batchOf.get(job.id) !== job.batch) this.delete(job.id);
    const jobs = this.#batches.get(job.batch);
    if (jobs === undefined) this.#batches.set(job.batch, new Map([[job.id, job]]));
    else jobs.set(job.id, job);
    this.#batchOf.set(job.id, job.batch);
  }

  delete(jobId: string): void {
    const batch = this.#batchOf.get(jobId);
    if (batch === undefined) return;
    const jobs = this.#batches.get(batch);
    jobs?.delete(jobId);
    if (jobs?.size === 0) this.#batches.delete(batch);
    this.#batchOf.delete(jobId);
  }
}

/** A top-level row of the list: a batch, or the only job of a batch. */
interface JobRoot {
  /** The id of the batch, or of its only job. */
  readonly id: string;
  /** The ids of the rows below this row; empty for a single job. */
  readonly children: readonly string[];
  readonly row: Row;
  readonly phase: JobPhase;
  /** When the jobs were last requested, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** The number of jobs that the filter shows. */
  readonly shown: number;
}

/** The top-level row of a batch. Failed jobs come first below it. `undefined` if the filter hides all jobs. */
function jobRoot(
  batch: string,
  jobs: readonly Job[],
  filter: JobFilter,
  facts: RowFacts,
): JobRoot | undefined {
  const seen = jobs.filter((job) => isShown(job, filter));
  const [first] = seen;
  if (first === undefined) return undefined;
  const shown = [...seen.filter(hasFailed), ...seen.filter((job) => !hasFailed(job))];
  const isAlone = jobs.length === 1;
  return {
    id: isAlone ? first.id : batch,
    children: isAlone ? [] : shown.map(({ id }) => id),
    row: isAlone ? jobRow(first, facts, true) : batchRow(jobs, shown, facts),
    phase: phaseOfAll(jobs),
    createdAt: jobs.reduce((last, job) => Math.max(last, job.createdAt), 0),
    shown: shown.length,
  };
}

const phaseOrder: Readonly<Record<JobPhase, number>> = { active: 0, parked: 1, ended: 2 };

/**
 * Sorts rows: active ones first, then those that wait for the user, then those that have ended. In each group, the
 * latest comes first.
 */
function inOrder(roots: Iterable<JobRoot>): JobRoot[] {
  return [...roots].toSorted(
    (a, b) => phaseOrder[a.phase] - phaseOrder[b.phase] || b.createdAt - a.createdAt,
  );
}

/** True if a changed row stays at the same place in the order. */
function isInPlace(before: JobRoot | undefined, after: JobRoot | undefined): boolean {
  return before?.id === after?.id && before?.phase === after?.phase && before?.createdAt === after?.createdAt;
}

/** True if a changed row looks the same, and has the same rows below it. */
function looksSame(before: JobRoot | undefined, after: JobRoot | undefined): boolean {
  return (
    JSON.stringify(before?.row) === JSON.stringify(after?.row) &&
    before?.children.length === after?.children.length &&
    before?.children.every((id, index) => id === after?.children[index]) !== false
  );
}

function phaseOfAll(jobs: readonly Job[]): JobPhase {
  const phases = new Set(jobs.map(({ state }) => phaseOf(state)));
  return phases.has('active') ? 'active' : phases.has('parked') ? 'parked' : 'ended';
}
