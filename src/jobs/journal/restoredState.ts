import type { Job, JobState } from '../core/job.ts';
import { problem } from '../core/problem.ts';
import { states } from '../core/states.ts';

/**
 * The state in which a job of an owner that is gone goes on. Downloads start afresh from the service; what was being placed
 * stays as it is, because only a look at the disk can tell how far it came.
 */
export function restoredState(job: Job): JobState {
  const { state } = job;
  switch (state.name) {
    case 'uploading':
      return state.charges ? unconfirmed(job, state.startedAt, state.sha256) : states.waiting();
    case 'processing':
    case 'downloading':
    case 'offline':
      return states.resumed(state.remote);
    case 'waiting':
      // The time that it was to wait until was another process's.
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
 * The state of a job whose journal is damaged: a line that is lost may have told of a submission, so nothing is submitted
 * without a person's word.
 */
export function salvagedState(job: Job): JobState {
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
