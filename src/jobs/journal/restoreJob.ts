import type { Job, JobState } from '../core/job.ts';
import { problem } from '../core/problem.ts';
import { lostSubmissionOf } from '../core/lostSubmission.ts';
import { states } from '../core/states.ts';

/** A dead owner's job in the state in which it resumes. `doubtful` jobs come from a damaged journal. */
export function restoreJob(job: Job, doubtful: boolean): Job {
  const state = doubtful ? salvagedState(job) : restoredState(job);
  return { ...job, state, lostSubmission: lostSubmissionOf(job) };
}

/**
 * The state in which a dead owner's job resumes. Downloads start again. A job that was being placed keeps its state,
 * because only the disk shows how far it got.
 */
function restoredState(job: Job): JobState {
  const { state } = job;
  switch (state.name) {
    case 'uploading':
      return state.charges && state.key === undefined
        ? unconfirmed(job, state.startedAt, state.sha256)
        : states.waiting();
    case 'processing':
    case 'downloading':
    case 'offline':
      return states.resumed(state.remote);
    case 'waiting':
      // `notBefore` is a time on another process's clock.
      return { ...state, notBefore: undefined };
    case 'queued':
    case 'placing':
    case 'done':
    case 'failed':
    case 'canceled':
    case 'expired':
    case 'needsCredits':
    case 'needsKey':
    case 'needsName':
    case 'unconfirmed':
      return state;
  }
}

/**
 * The state of a job from a damaged journal. A lost line may have recorded a submission, so nothing is submitted
 * without the user's consent.
 */
function salvagedState(job: Job): JobState {
  const { state } = job;
  const wouldSubmit =
    state.name === 'waiting' ||
    state.name === 'needsCredits' ||
    ((state.name === 'needsKey' || state.name === 'offline') && state.remote === undefined) ||
    (state.name === 'needsName' && state.output === undefined);
  return wouldSubmit ? unconfirmed(job, job.createdAt, undefined) : restoredState(job);
}

function unconfirmed(job: Job, sentAt: number, sha256: string | undefined): JobState {
  return states.unconfirmed(job, problem('submission.interrupted'), sentAt, sha256);
}
