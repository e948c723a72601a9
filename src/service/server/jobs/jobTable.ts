import type { ToolId } from '../../../contract/tools.ts';
import { refusal } from '../../faults.ts';
import type { Job } from './job.ts';

/** How many jobs whose output is gone are still known, so that a late caller hears `jobs.expired`. */
const maxTombstones = 10_000;

/** Every job that the service knows, under its identifier. */
export class JobTable {
  readonly #jobs = new Map<string, Job>();
  readonly #tombstones = new Set<string>();

  add(job: Job): void {
    this.#jobs.set(job.id, job);
  }

  /** @throws ServiceError `jobs.not_found`, also for a job of another tool. */
  get(tool: ToolId, id: string): Job {
    const job = this.find(tool, id);
    if (job === undefined) throw refusal('jobs.not_found', 'There is no job with this identifier.');
    return job;
  }

  find(tool: ToolId, id: string): Job | undefined {
    const job = this.#jobs.get(id);
    return job?.tool === tool ? job : undefined;
  }

  /** Marks a job that has ended and holds no output as one that may be forgotten, oldest first. */
  bury(job: Job): void {
    this.#tombstones.add(job.id);
    if (this.#tombstones.size <= maxTombstones) return;
    for (const oldest of this.#tombstones) {
      this.#tombstones.delete(oldest);
      this.#jobs.delete(oldest);
      return;
    }
  }
}
