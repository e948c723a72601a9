import type { Clock } from '../../util/clock.ts';
import { type Job, type JobState, phaseOf } from '../core/job.ts';
import type { JobStore } from '../core/jobStore.ts';
import { problem } from '../core/problem.ts';
import { sharedGestureOf } from '../core/requestKey.ts';
import type { FileFacts } from '../files/fileStore.ts';
import type { OtherJournals } from '../journal/otherJournals.ts';

const lookAgainMs = 2000;
/** When two have announced themselves at once, both step back and the older one is the first to come again. */
const firstAgainMs = 200;

/** Finds the job, most often another window's, that was or may have been paid for to do the very same thing. */
export class Twins {
  readonly #store: JobStore;
  readonly #others: OtherJournals;

  constructor(store: JobStore, others: OtherJournals) {
    this.#store = store;
    this.#others = others;
  }

  /**
   * The twin of a job, if it has one: a job of the same wish for the same content that is submitted, or that was done after
   * this one was wished for.
   * @throws an error of the file system
   */
  async find(job: Job, facts: FileFacts): Promise<Job | undefined> {
    const gesture = sharedGestureOf(job);
    const twins = [...this.#store.all(), ...(await this.#others.jobs())].filter(
      (other) =>
        other.id !== job.id &&
        other.source === job.source &&
        isOfSameContent(other, facts) &&
        sharedGestureOf(other) === gesture,
    );
    return (
      twins.find(({ state }) => isSubmitted(state)) ??
      twins.find(({ state }) => state.name === 'done' && state.endedAt > job.createdAt)
    );
  }
}

/** What becomes of a job in line that has a twin: it waits for it, ends like it, or leaves the decision to it. */
export function besideTwin(job: Job, twin: Job, clock: Clock): JobState {
  if (twin.state.name === 'done') return twin.state;
  if (phaseOf(twin.state) === 'active') return steppedBack(job, twin, clock);
  const found = problem('job.in_other_window');
  return { name: 'failed', endedAt: clock.now(), problem: found, keptOutput: undefined, remote: undefined };
}

/** Back to the line, where it is looked again. */
export function steppedBack(job: Job, twin: Job, clock: Clock): JobState {
  const notBefore = clock.monotonic() + (isOlder(job, twin) ? firstAgainMs : lookAgainMs);
  return { name: 'waiting', notBefore, problem: problem('job.in_other_window') };
}

/** Whether the service has the job, may have it, or is about to. */
function isSubmitted(state: JobState): boolean {
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

/** A source that was replaced by its own output is the same wish come true. */
function isOfSameContent(twin: Job, { sizeBytes, modifiedMs }: FileFacts): boolean {
  if (twin.state.name === 'done' && twin.state.output === twin.source) return true;
  return twin.sourceBytes === sizeBytes && twin.sourceModifiedMs === modifiedMs;
}

function isOlder(job: Job, twin: Job): boolean {
  return job.createdAt < twin.createdAt || (job.createdAt === twin.createdAt && job.id < twin.id);
}
