import type { Attempt, Attempts } from '../jobs/attempts.ts';

interface Doing {
  readonly job: string;
  /** `undefined` until the database has said that the job has begun. */
  attempt?: number;
  readonly lost: AbortController;
}

/** The jobs that a worker does, which may differ from those that the database says it does. */
export class OwnJobs {
  readonly #attempts: Attempts;
  readonly #worker: string;
  readonly #doing = new Set<Doing>();

  constructor(attempts: Attempts, worker: string) {
    this.#attempts = attempts;
    this.#worker = worker;
  }

  /** Begins a job and does `work`, unless there is nothing to do. The signal aborts once the job is another worker's. */
  async do(job: string, work: (attempt: Attempt, lost: AbortSignal) => Promise<void>): Promise<void> {
    const doing: Doing = { job, lost: new AbortController() };
    this.#doing.add(doing);
    try {
      const begun = await this.#attempts.begin(job, this.#worker);
      if (begun === undefined) return;
      doing.attempt = begun.attempt;
      await work(begun, doing.lost.signal);
    } finally {
      this.#doing.delete(doing);
    }
  }

  /**
   * Gives back the jobs that this worker owns and doesn't do, because the answer to their beginning was lost, and breaks off
   * those that others own by now.
   */
  async reconcile(): Promise<void> {
    const begun = [...this.#doing].filter(({ attempt }) => attempt !== undefined);
    const owned = await this.#attempts.ownedBy(this.#worker);
    for (const { job, attempt, lost } of begun) {
      if (owned.some((each) => each.job === job && each.attempt === attempt)) continue;
      lost.abort(new Error('The job belongs to another worker by now.'));
    }
    // A job that was begun since then is in the set already.
    for (const own of owned) if (!this.#does(own)) await this.#attempts.release(own);
  }

  #does({ job, attempt }: Pick<Attempt, 'job' | 'attempt'>): boolean {
    return [...this.#doing].some((each) => each.job === job && (each.attempt ?? attempt) === attempt);
  }
}
