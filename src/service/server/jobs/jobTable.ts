import type { ToolId } from '../../../contract/tools.ts';
import { serviceError } from '../../faults.ts';
import type { ServerJob } from './job.ts';

/**
 * Number of jobs without an output that are remembered, so that late requests get `jobs.expired` instead of
 * `jobs.not_found`.
 */
const maxTombstones = 10_000;

export class JobTable {
  readonly #jobs = new Map<string, ServerJob>();
  readonly #tombstones = new Set<string>();

  add(job: ServerJob): void {
    this.#jobs.set(job.id, job);
  }

  /**
   * Returns a job.
   * @throws ServiceError `jobs.not_found`, also for a job of another tool
   */
  get(tool: ToolId, id: string): ServerJob {
    const job = this.find(tool, id);
    if (job === undefined) throw serviceError('jobs.not_found', 'There is no job with this identifier.');
    return job;
  }

  find(tool: ToolId, id: string): ServerJob | undefined {
    const job = this.#jobs.get(id);
    return job?.tool === tool ? job : undefined;
  }

  /** Marks an ended job without an output as removable. The oldest such jobs are removed first. */
  bury(job: ServerJob): void {
    this.#tombstones.add(job.id);
    if (this.#tombstones.size <= maxTombstones) return;
    for (const oldest of this.#tombstones) {
      this.#tombstones.delete(oldest);
      this.#jobs.delete(oldest);
      return;
    }
  }
}
