import { type Job, phaseOf } from '../../jobs/core/job.ts';
import type { JobChange } from '../../jobs/jobs.ts';
import type { Row, RowFacts } from '../ui/row.ts';
import { inOrder, isInPlace, type JobRoot, jobRoot, looksSame } from './jobRoot.ts';
import { jobRow } from './jobRow.ts';
import { isShown, type JobFilter } from './jobsFilter.ts';

/** What happened to a batch since it was last drawn. */
interface News {
  readonly jobs: Set<string>;
  /** What changed: figures of jobs, which their own rows tell; states; or which jobs there are, and what is shown of them. */
  what: 'figures' | 'states' | 'members';
}

/**
 * VS Code reads every row below one that is drawn anew. While a batch is being worked on, its own row is drawn once in so many
 * milliseconds for each of its jobs.
 */
const pauseMsPerJob = 1;

/** The rows of jobs: batches, and below each its jobs. Knows what to draw anew: what changed, and nothing else. */
export class JobList {
  readonly #facts: RowFacts;
  readonly #batches = new JobBatches();
  /** By batch. */
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

  /** How many jobs there are, and how many of them the filter lets be seen. */
  get counts(): { all: number; shown: number } {
    const shown = [...this.#roots.values()].reduce((sum, root) => sum + root.shown, 0);
    return { all: this.#batches.jobCount, shown };
  }

  /** Whether a batch is still to be drawn because it was drawn a moment ago. */
  get isBehind(): boolean {
    return this.#news.size > 0;
  }

  /** Takes in what happened to jobs. */
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

  /** Takes in that time has passed, which rows tell of. */
  noteTime(): void {
    for (const batch of this.#batches.ids()) this.#add(batch, 'members');
  }

  /** The rows to draw anew since the last call, each with those below it; `undefined`: all, in another order. */
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

  /** The rows below a row, or those of the first level. */
  children(parent: string | undefined): readonly string[] {
    return parent === undefined ? this.#order : (this.#roots.get(parent)?.children ?? []);
  }

  /** The row that a row is below. */
  parent(id: string): string | undefined {
    const batch = this.#batches.batchOf(id);
    return batch !== undefined && this.#isBatchRow(batch) ? batch : undefined;
  }

  /** Whether the filter lets a job be seen. */
  isListed(jobId: string): boolean {
    const job = this.#batches.get(jobId);
    return job !== undefined && isShown(job, this.#filter);
  }

  row(id: string): Row | undefined {
    const job = this.#batches.get(id);
    if (job === undefined) return this.#roots.get(id)?.row;
    return jobRow(job, this.#facts, !this.#isBatchRow(job.batch));
  }

  /** The jobs that a row stands for: its own, or those that are shown below it. */
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

  /** Whether the row of a batch is drawn later: not its first news, its last, nor such as touch a good part of its rows. */
  #mayWait({ children, drawnAt }: JobRoot & { drawnAt: number }, news: News, jobs: readonly Job[]): boolean {
    const elapsedMs = this.#facts.clock.monotonic() - drawnAt;
    return (
      news.what === 'states' &&
      elapsedMs < children.length * pauseMsPerJob &&
      news.jobs.size < children.length / 4 &&
      jobs.some(({ state }) => phaseOf(state) === 'active')
    );
  }

  /** Whether that changed the order. */
  #sort(): boolean {
    const order = inOrder(this.#roots.values()).map(({ id }) => id);
    const isSame =
      order.length === this.#order.length && order.every((id, index) => id === this.#order[index]);
    if (!isSame) this.#order = order;
    return !isSame;
  }
}

const weight: Readonly<Record<News['what'], number>> = { figures: 0, states: 1, members: 2 };

/** Jobs by the batch that they are in; batches in no order, and the jobs of each in the one in which they came. */
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

  /** Adds a job, or puts it in place of what it was, also in another batch. */
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
