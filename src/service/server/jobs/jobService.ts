import { rm, stat } from 'node:fs/promises';
import type { Fault } from '../../../contract/faults/fault.ts';
import type { ToolId } from '../../../contract/tools.ts';
import { isConversionError } from '../../../engines/api/conversionError.ts';
import type { Work, WorkResult } from '../../../engines/api/work.ts';
import { delay } from '../../../util/abort.ts';
import type { Clock } from '../../../util/clock.ts';
import { internalFault } from '../../shared/internalFault.ts';
import { refusal } from '../../shared/refusal.ts';
import { type Job, transition } from './job.ts';
import { keepOutput, removeJobFolder } from './jobFolder.ts';
import { JobTable } from './jobTable.ts';
import { outputFileName } from './outputFileName.ts';
import type { Plan } from './plans.ts';
import { JobQueue } from './queue.ts';
import { Wallet } from './wallet.ts';

export interface JobServiceOptions {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly runner: { run(work: Work, signal: AbortSignal): Promise<WorkResult> };
  readonly poolPlaces: number;
  /** How long an output can be downloaded. */
  readonly retentionMs: number;
  /** The least time that a job takes. */
  readonly jobDelayMs: number;
}

/** A job that has not been accepted yet. */
export type NewJob = Omit<Job, 'charge' | 'state'>;

/** Takes jobs in, runs them, and keeps their outputs for as long as they are retained. */
export class JobService {
  readonly wallet: Wallet;
  readonly #options: JobServiceOptions;
  readonly #jobs = new JobTable();
  readonly #queue: JobQueue<Job>;
  readonly #running = new Map<Job, AbortController>();

  constructor(options: JobServiceOptions) {
    const { plan, clock, poolPlaces } = options;
    this.#options = options;
    this.wallet = new Wallet(plan.limits.credits, clock);
    this.#queue = new JobQueue({ ...plan.limits, poolPlaces }, (job) => this.#run(job));
  }

  /** Refuses, before anything is uploaded, what would be refused afterwards. @throws ServiceError as `submit` does */
  checkRoom(): void {
    this.#queue.checkRoom();
    this.wallet.check(1);
  }

  /** Accepts a job and takes its credits, in one step that no other submission can come between. @throws ServiceError */
  submit(job: NewJob, credits: number): Job {
    this.#queue.checkRoom();
    const accepted: Job = { ...job, charge: this.wallet.charge(credits), state: { status: 'Queued' } };
    this.#jobs.add(accepted);
    this.#queue.add(accepted);
    return accepted;
  }

  /** @throws ServiceError `jobs.not_found` */
  job(tool: ToolId, id: string): Job {
    return this.#jobs.get(tool, id);
  }

  /** Where the output lies. @throws ServiceError `jobs.not_ready`, `jobs.expired` or `jobs.no_output` */
  output(tool: ToolId, id: string): { path: string; bytes: number; fileName: string } {
    const { state, outputPath } = this.#jobs.get(tool, id);
    switch (state.status) {
      case 'Queued':
      case 'Processing':
        throw refusal('jobs.not_ready', 'The job is still processing; its output is not available yet.');
      case 'Failed':
      case 'Canceled':
        throw refusal('jobs.no_output', 'The job has no output: it failed or was canceled.');
      case 'Succeeded':
        if (!state.retained || this.#options.clock.now() >= state.endedAt + this.#options.retentionMs) {
          throw refusal('jobs.expired', 'The output has been cleaned up. Submit the job again.');
        }
        return { path: outputPath, bytes: state.outputBytes, fileName: state.outputFileName };
    }
  }

  /** Ends a job that has not ended; one that has, or that nobody knows, stays as it is. */
  cancel(tool: ToolId, id: string): void {
    const job = this.#jobs.find(tool, id);
    if (job === undefined) return;
    this.#queue.remove(job);
    if (!transition(job, { status: 'Canceled', endedAt: this.#options.clock.now() })) return;
    this.#running.get(job)?.abort();
    void this.#discard(job);
  }

  async #run(job: Job): Promise<void> {
    const { clock, jobDelayMs } = this.#options;
    const abort = new AbortController();
    this.#running.set(job, abort);
    transition(job, { status: 'Processing', progress: undefined });
    try {
      const leastTime = delay(jobDelayMs, clock, abort.signal);
      const [result] = await Promise.all([this.#convert(job, abort.signal), leastTime]);
      await keepOutput(job);
      this.#succeed(job, result, (await stat(job.outputPath)).size);
    } catch (error) {
      // A delay still under way must end with its job.
      abort.abort();
      this.#fail(job, faultOf(error));
    } finally {
      this.#running.delete(job);
    }
  }

  async #convert(job: Job, signal: AbortSignal): Promise<WorkResult> {
    const { runner } = this.#options;
    try {
      return await runner.run(job, signal);
    } catch (error) {
      const isBeyond = isConversionError(error) && error.code === 'conversion.program_needed';
      if (!isBeyond || job.helper === undefined) throw error;
      await rm(job.outputPath, { force: true });
      return runner.run({ ...job, ...job.helper }, signal);
    }
  }

  #succeed(job: Job, { extension = job.to }: WorkResult, outputBytes: number): void {
    const { clock, retentionMs } = this.#options;
    const name = outputFileName(job.tool, job.fileName, extension);
    const succeeded = {
      status: 'Succeeded',
      endedAt: clock.now(),
      outputBytes,
      outputFileName: name,
    } as const;
    if (!transition(job, { ...succeeded, retained: true })) return;
    clock.schedule(retentionMs, () => {
      transition(job, { ...succeeded, retained: false });
      void this.#discard(job);
    });
  }

  #fail(job: Job, fault: Fault): void {
    if (!transition(job, { status: 'Failed', endedAt: this.#options.clock.now(), fault })) return;
    this.wallet.refund(job.charge);
    void this.#discard(job);
  }

  async #discard(job: Job): Promise<void> {
    this.#jobs.bury(job);
    await removeJobFolder(job);
  }
}

function faultOf(error: unknown): Fault {
  return isConversionError(error) ? error.fault : internalFault;
}
