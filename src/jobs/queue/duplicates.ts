import { randomUUID } from 'node:crypto';
import type { Clock } from '../../util/clock.ts';
import { type Job, type JobRequest, type JobState, phaseOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem } from '../core/problem.ts';
import { join, resumeParked } from '../core/resumeParked.ts';
import { states } from '../core/states.ts';
import type { FileFacts } from '../core/fileStore.ts';
import type { OtherJournals } from '../journal/journalContent.ts';
import { withholdSecrets } from '../journal/journalRecord.ts';

/**
 * Adds a job for each request, as one batch, and returns their ids. If an equal job hasn't ended, the request joins
 * that job, and resumes it if it was parked.
 */
export function enqueue(store: JobStore, requests: readonly JobRequest[], createdAt: number): string[] {
  const batch = randomUUID();
  const unended = store.all().filter((job) => phaseOf(job.state) !== 'ended');
  const known = new Map(unended.map((job) => [requestKey(job), job]));
  const resumed: Job[] = [];
  const ids = requests.map((request) => {
    const key = requestKey(request);
    const joined = known.get(key);
    if (joined !== undefined) {
      join(store, joined, request.placement);
      if (request.awaitsCredits !== true) resumed.push(joined);
      return joined.id;
    }
    const job = newJob(request, batch, createdAt);
    known.set(key, job);
    store.add(job);
    return job.id;
  });
  resumeParked(
    store,
    resumed.flatMap(({ id }) => store.get(id) ?? []),
    { withCurrentKey: true },
  );
  return ids;
}

function newJob({ awaitsCredits = false, ...request }: JobRequest, batch: string, createdAt: number): Job {
  return {
    ...request,
    id: randomUUID(),
    batch,
    createdAt,
    sourceBytes: undefined,
    sourceModifiedMs: undefined,
    withheldOptions: undefined,
    charge: undefined,
    chosenName: undefined,
    state: awaitsCredits
      ? states.needsCredits({ code: 'entitlements.insufficient_credits', detail: '' })
      : states.waiting(),
  };
}

const retryMs = 2000;
/**
 * If two windows announce the same submission at once, both step back. The window with the older job retries after this
 * shorter delay.
 */
const retryOfOlderMs = 200;

/** The facts that show whether a file's content has changed. */
type ContentFacts = Pick<FileFacts, 'sizeBytes' | 'modifiedMs'>;

/** Finds a job with the same request that may already have been paid for. It usually belongs to another window. */
export class DuplicateSubmissions {
  readonly #store: JobStore;
  readonly #others: OtherJournals;

  constructor(store: JobStore, others: OtherJournals) {
    this.#store = store;
    this.#others = others;
  }

  /**
   * A job with the same request for the same content that is in flight, or that ended after the given job was
   * requested.
   * @throws an error of the file system
   */
  async find(job: Job, facts: ContentFacts): Promise<Job | undefined> {
    const key = requestKeyAcrossWindows(job);
    const duplicates = [...this.#store.all(), ...(await this.#others.jobs())].filter(
      (other) =>
        other.id !== job.id &&
        other.source === job.source &&
        isOfSameContent(other, facts) &&
        requestKeyAcrossWindows(other) === key,
    );
    return (
      duplicates.find((other) => isSubmitted(other)) ??
      duplicates.find(({ state }) => state.name === 'done' && state.endedAt > job.createdAt)
    );
  }
}

/**
 * The next state of a queued job that has a duplicate: it uses the duplicate's result, waits while the duplicate is
 * active, or fails.
 */
export function stateWithDuplicate(job: Job, duplicate: Job, clock: Clock): JobState {
  if (duplicate.state.name === 'done') return duplicate.state;
  if (phaseOf(duplicate.state) === 'active') return requeued(job, duplicate, clock);
  return states.failed(clock.now(), problem('job.in_other_window'));
}

/** Returns the job to the queue, to check for the duplicate again later. */
export function requeued(job: Job, duplicate: Job, clock: Clock): JobState {
  const notBefore = clock.monotonic() + (isOlder(job, duplicate) ? retryOfOlderMs : retryMs);
  return states.waiting({ problem: problem('job.in_other_window'), notBefore });
}

/** True if the service has the job, may have it, or is about to receive it. */
function isSubmitted({ state, lostSubmission }: Job): boolean {
  if (lostSubmission !== undefined && phaseOf(state) !== 'ended') return true;
  switch (state.name) {
    case 'uploading':
    case 'queued':
    case 'processing':
    case 'downloading':
    case 'placing':
    case 'unconfirmed':
      return true;
    case 'needsKey':
    case 'offline':
      return state.remote !== undefined;
    case 'needsName':
      return state.output !== undefined;
    default:
      return false;
  }
}

/**
 * True if a job is for the same content. If its output has replaced the source, the source differs from the submitted
 * one, but the request is fulfilled.
 */
function isOfSameContent(other: Job, { sizeBytes, modifiedMs }: ContentFacts): boolean {
  if (other.state.name === 'done' && other.state.output === other.source) return true;
  if (other.state.name === 'placing' && other.state.attempt?.uri === other.source) return true;
  return other.sourceBytes === sizeBytes && other.sourceModifiedMs === modifiedMs;
}

function isOlder(job: Job, other: Job): boolean {
  return job.createdAt < other.createdAt || (job.createdAt === other.createdAt && job.id < other.id);
}

/** A key that is equal for requests with the same files, tool, service, target, options, folder, and name. */
function requestKey(request: JobRequest): string {
  const { tool, service, source, combined, targetFormat, options, placement } = request;
  const { folder, name } = placement.output ?? {};
  return stableJson([tool, service, source, targetFormat, options ?? {}, combined?.sources, folder, name]);
}

/**
 * A key like `requestKey` that also works for other windows' jobs. Their secrets are unknown, so it contains only the
 * names of secret options.
 */
function requestKeyAcrossWindows(job: Job): string {
  const { withheldOptions = [], ...rest } = withholdSecrets(job);
  return stableJson([requestKey(rest), withheldOptions.toSorted()]);
}

/** JSON that is independent of the order of fields. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
