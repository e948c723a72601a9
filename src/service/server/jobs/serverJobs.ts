import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { ownExtensions } from '../../../contract/extensions.ts';
import type { Fault } from '../../../contract/fault.ts';
import type { ToolId } from '../../../contract/tools.ts';
import type { EngineResult } from '../../../engines/api/task.ts';
import { delay } from '../../../util/abort.ts';
import type { Clock } from '../../../util/clock.ts';
import type { Disposable } from '../../../util/disposable.ts';
import { serviceError } from '../../faults.ts';
import type { Plan } from '../../plans.ts';
import { type Runner, faultOf, runTask } from '../../worker/runner.ts';
import type { CallerJobs, JobOutput } from '../caller.ts';
import { type ServerJob, type NewJob, transition, JobWatches } from './job.ts';
import { keepOutput, removeJobFolder, outputFileName, withOutput } from './jobOutput.ts';
import { JobQueue } from './queue.ts';
import { type AcceptedSubmission, checkSameRequest, type Repeatable } from './repeatable.ts';
import { type CreditsLeft, MemoryWallet } from './wallet.ts';

interface ServerJobsOptions {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly runner: Runner;
  readonly poolSlots: number;
  /** The time for which an output is kept, in milliseconds. */
  readonly retentionMs: number;
  /** Minimum duration of a job in milliseconds. */
  readonly jobDelayMs: number;
}

/** Accepts jobs, runs them, and keeps their outputs for the retention period. */
export class ServerJobs implements CallerJobs {
  readonly wallet: MemoryWallet;
  readonly #options: ServerJobsOptions;
  readonly #jobs = new JobTable();
  readonly #queue: JobQueue<ServerJob>;
  readonly #watches = new JobWatches();
  readonly #accepted = new Map<string, AcceptedSubmission>();

  constructor(options: ServerJobsOptions) {
    const { plan, clock, poolSlots } = options;
    this.#options = options;
    this.wallet = new MemoryWallet(plan.limits.credits, clock);
    this.#queue = new JobQueue({ ...plan.limits, poolSlots }, (job) => this.#run(job));
  }

  checkCapacity(): void {
    this.#queue.checkCapacity();
    this.wallet.check(1);
  }

  /** Accepts a job. Runs synchronously, so that no other submission can interfere. */
  submit(job: NewJob, credits: number, _gone?: AbortSignal, repeatable?: Repeatable): ServerJob {
    const earlier = repeatable && this.accepted(repeatable.key);
    if (earlier) {
      checkSameRequest(repeatable, earlier);
      void removeJobFolder(job);
      return this.job(job.tool, earlier.jobId);
    }
    this.#queue.checkCapacity();
    const accepted: ServerJob = { ...job, charge: this.wallet.charge(credits), state: { status: 'Queued' } };
    this.#jobs.add(accepted);
    if (repeatable) this.#remember(repeatable, job.id);
    this.#queue.add(accepted);
    return accepted;
  }

  accepted(key: string): AcceptedSubmission | undefined {
    return this.#accepted.get(key);
  }

  watch(id: string, listener: () => void): Disposable {
    return this.#watches.add(id, listener);
  }

  job(tool: ToolId, id: string): ServerJob {
    return this.#jobs.get(tool, id);
  }

  output(tool: ToolId, id: string): JobOutput {
    const { state, outputPath } = this.#jobs.get(tool, id);
    const { clock, retentionMs } = this.#options;
    const { outputBytes: bytes, outputFileName: fileName } = withOutput(state, clock.now() - retentionMs);
    return { bytes, fileName, open: () => createReadStream(outputPath) };
  }

  credits(): CreditsLeft | undefined {
    return this.wallet.left;
  }

  async #run(job: ServerJob): Promise<void> {
    const { clock, jobDelayMs } = this.#options;
    const abort = new AbortController();
    const onProgress = (progress?: number): boolean => transition(job, { status: 'Processing', progress });
    onProgress();
    try {
      const minTime = delay(jobDelayMs, clock, abort.signal);
      const [result] = await Promise.all([
        runTask(this.#options.runner, job, abort.signal, onProgress),
        minTime,
      ]);
      await keepOutput(job);
      this.#succeed(job, result, (await stat(job.outputPath)).size);
    } catch (error) {
      // Ends a delay that is still running, because its job has ended.
      abort.abort();
      this.#fail(job, faultOf(error));
    }
  }

  #succeed(job: ServerJob, { extension }: EngineResult, outputBytes: number): void {
    const { clock, retentionMs } = this.#options;
    const name = outputFileName(job.tool, job.fileName, extension ?? job.to);
    const succeeded = {
      status: 'Succeeded',
      endedAt: clock.now(),
      outputBytes,
      outputFileName: name,
    } as const;
    if (!transition(job, { ...succeeded, retained: true })) return;
    this.#watches.notify(job.id);
    clock.schedule(retentionMs, () => {
      transition(job, { ...succeeded, retained: false });
      void this.#discard(job);
    });
  }

  #fail(job: ServerJob, fault: Fault): void {
    if (!transition(job, { status: 'Failed', endedAt: this.#options.clock.now(), fault })) return;
    this.wallet.refund(job.charge);
    this.#watches.notify(job.id);
    void this.#discard(job);
  }

  #remember({ key, fingerprint }: Repeatable, jobId: string): void {
    this.#accepted.set(key, { fingerprint, jobId });
    const forget = (): unknown => this.#accepted.delete(key);
    this.#options.clock.schedule(1000 * ownExtensions.idempotencyKeySeconds, forget);
  }

  async #discard(job: ServerJob): Promise<void> {
    this.#jobs.bury(job);
    await removeJobFolder(job);
  }
}

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
