import { randomUUID } from 'node:crypto';
import { CodedError, isCodedError } from '../../contract/errors.ts';
import type { TierLimits } from '../../contract/tiers.ts';
import { backoffMs } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import { isRepeatable, type Job, type StateOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem, problemOf } from '../core/problem.ts';
import type { AcceptedJob, NetworkService } from '../core/service.ts';
import { states } from '../core/states.ts';
import type { FileStore } from '../core/fileStore.ts';
import type { Journal } from '../journal/journal.ts';
import { throttledProgress } from '../transfer/downloader.ts';
import { type DuplicateSubmissions, requeued, stateWithDuplicate } from './duplicates.ts';
import type { JobPreparation } from './preparation.ts';
import { hashSources, openSource, type Sources, submittedBytes } from './sourceFiles.ts';

/** The usual cost of a job (api.md, Credits 1), until the service reports the actual one. */
const usualCredits = 1;

interface SubmitterParts {
  readonly store: JobStore;
  readonly journal: Journal;
  readonly files: FileStore;
  readonly preparation: JobPreparation;
  readonly duplicates: DuplicateSubmissions;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Submits one queued job: checks the source, journals the intent, sends the files once. */
export class Submitter {
  readonly #parts: SubmitterParts;

  constructor(parts: SubmitterParts) {
    this.#parts = parts;
  }

  /**
   * Submits a job. It becomes `queued`, ends, or returns to the queue if the journal can't be written.
   * @throws the error of the service or the file, which the queue handles, or the signal's reason
   */
  async submit(job: Job, service: NetworkService, limits: TierLimits, signal: AbortSignal): Promise<void> {
    const { store, files, preparation, clock, duplicates } = this.#parts;
    if (job.keyId !== undefined && job.keyId !== (await service.keyId())) {
      signal.throwIfAborted();
      this.#keepFromOtherKey(job);
      return;
    }
    const prepared = await preparation.prepare(job, service, limits, signal);
    if (prepared === undefined) return;
    const { sources, seen } = prepared;
    const { lostSubmission: lost } = job;
    // A lost submission is sent again under its key, so only new submissions are compared with other jobs.
    const duplicate = service.charges && !lost ? await duplicates.find(job, sources) : undefined;
    signal.throwIfAborted();
    if (duplicate !== undefined) {
      store.transition(job.id, stateWithDuplicate(job, duplicate, clock), seen);
      return;
    }
    if (!lost && (await preparation.endsForName(job, prepared, signal))) return;
    const sha256 = service.charges ? await hashSources(files, sources.all, signal) : undefined;
    const extensions = service.charges ? await service.extensions(signal) : {};
    signal.throwIfAborted();
    if (lost && !isRepeatable(lost, sha256, extensions, clock.now())) {
      // The service doesn't remember the key of the first submission, so nobody can know whether it accepted that.
      store.transition(job.id, states.unconfirmed(job, lost), { ...seen, lostSubmission: undefined });
      return;
    }
    const key = lost?.key ?? (extensions.idempotencyKeySeconds ? randomUUID() : undefined);
    const uploading = states.uploading(clock.now(), service.charges, sha256, key);
    store.transition(job.id, uploading, seen);
    if (!(await this.#announced(job, sources, service))) return;
    signal.throwIfAborted();
    const send = async () => this.#send(job, uploading, sources, service, signal);
    // If the service's store fails, nothing was submitted, and the service takes the file itself.
    const accepted = await send().catch((error) => (isStoreFailure(error) ? send() : Promise.reject(error)));
    const { credits, ...remote } = accepted;
    const price = credits === undefined ? { credits: usualCredits } : { credits, isExact: true };
    const charge = service.charges ? { charge: { remote, ...price, at: clock.now() } } : {};
    store.transition(job.id, states.queued(remote), { ...charge, lostSubmission: undefined });
  }

  /** Waits for the user, because the key has changed, and another account might pay for the job. */
  #keepFromOtherKey(job: Job): void {
    const lost = job.lostSubmission;
    const state = lost ? states.unconfirmed(job, lost) : states.needsKey(problem('api_key.changed'));
    this.#parts.store.transition(job.id, state, { lostSubmission: undefined });
  }

  /**
   * True if the intended submission is journaled and no other window has announced the same one. The announcement
   * precedes the check, so two windows may both step back, but never both proceed.
   */
  async #announced(job: Job, sources: Sources, { charges }: NetworkService): Promise<boolean> {
    // Submitting a free job twice does no harm.
    if (!charges || job.lostSubmission) return true;
    const { store, journal, clock, random, duplicates } = this.#parts;
    try {
      await journal.flush();
      const duplicate = await duplicates.find(job, sources);
      if (duplicate !== undefined) store.transition(job.id, requeued(job, duplicate, clock));
      return duplicate === undefined;
    } catch {
      const notBefore = clock.monotonic() + backoffMs(3, random);
      store.transition(job.id, states.waiting({ problem: problem('journal.unwritable'), notBefore }));
      return false;
    }
  }

  async #send(
    job: Job,
    state: StateOf<'uploading'>,
    sources: Sources,
    service: NetworkService,
    signal: AbortSignal,
  ): Promise<AcceptedJob> {
    const { store, files, clock } = this.#parts;
    const opened = sources.all.map((source) => ({
      ...source,
      content: openSource(files, source),
    }));
    const onSent = throttledProgress(clock, sources.sizeBytes, (sentBytes) =>
      store.progress(job.id, { ...state, sentBytes }),
    );
    try {
      return await service.submit(
        {
          tool: job.tool,
          files: opened.map(({ content, ...source }) => ({
            fileName: source.fileName,
            sizeBytes: submittedBytes(source),
            modifiedMs: source.facts.modifiedMs,
            content: content.reader,
          })),
          targetFormat: job.targetFormat,
          options: job.options,
          idempotencyKey: state.key,
          keyId: job.keyId,
          onSent,
        },
        signal,
      );
    } catch (error) {
      const broken = opened.find(({ content }) => content.failure() !== undefined);
      if (broken === undefined) throw error;
      const failure = broken.content.failure();
      if (job.combined === undefined) throw failure;
      const { code, detail, fault } = problemOf(failure);
      throw new CodedError(code, detail, { cause: failure, fault, file: broken.fileName });
    } finally {
      for (const { content } of opened) void content.reader.close();
    }
  }
}

function isStoreFailure(error: unknown): boolean {
  return isCodedError(error) && error.code === 'transport.storage';
}
