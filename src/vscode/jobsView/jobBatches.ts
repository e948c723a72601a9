import type { Job } from '../../jobs/core/job.ts';

/** Jobs by the batch that they are in; batches in no order, and the jobs of each in the one in which they came. */
export class JobBatches {
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
