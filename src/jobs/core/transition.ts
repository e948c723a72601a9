import type { Job, JobState, JobStateName } from './job.ts';

/** The possible next states of a job that the service has accepted. */
const remoteFollowers: readonly JobStateName[] = [
  'queued',
  'processing',
  'downloading',
  'waiting',
  'failed',
  'canceled',
  'expired',
  'needsKey',
  'offline',
];

/** The possible next states of each state (architecture.md, A job's states). */
const followers: Readonly<Record<JobStateName, readonly JobStateName[]>> = {
  waiting: [
    'waiting',
    'uploading',
    'done',
    'failed',
    'canceled',
    'needsCredits',
    'needsKey',
    'needsName',
    'unconfirmed',
    'offline',
  ],
  uploading: [
    'uploading',
    'queued',
    'waiting',
    'failed',
    'canceled',
    'needsCredits',
    'needsKey',
    'unconfirmed',
    'offline',
  ],
  queued: remoteFollowers,
  processing: remoteFollowers,
  downloading: [
    'downloading',
    'placing',
    'queued',
    'waiting',
    'failed',
    'canceled',
    'expired',
    'needsKey',
    'offline',
  ],
  placing: ['placing', 'done', 'queued', 'failed', 'canceled', 'needsName'],
  done: [],
  failed: ['waiting', 'queued', 'placing', 'done'],
  canceled: ['waiting'],
  expired: ['waiting'],
  needsCredits: ['waiting', 'canceled'],
  needsKey: ['waiting', 'queued', 'canceled'],
  needsName: ['waiting', 'placing', 'queued', 'canceled'],
  unconfirmed: ['waiting'],
  offline: ['waiting', 'queued', 'canceled'],
};

/** An invalid change of state. This is always a bug in the extension, never a fault of a service or a disk. */
export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';

  constructor(job: Job, to: JobStateName) {
    super(`Job ${job.id} can't go from “${job.state.name}” to “${to}”.`);
  }
}

/** Fields that may be set along with a state. */
export type JobPatch = Partial<
  Pick<
    Job,
    | 'batch'
    | 'createdAt'
    | 'keyId'
    | 'options'
    | 'withheldOptions'
    | 'placement'
    | 'sourceBytes'
    | 'sourceModifiedMs'
    | 'missingPictures'
    | 'charge'
    | 'lostSubmission'
    | 'chosenName'
  >
>;

/**
 * Moves a job to its next state. No other code changes states.
 * @throws IllegalTransitionError
 */
export function transition(job: Job, state: JobState, patch: JobPatch = {}): Job {
  if (!mayFollow(job.state.name, state.name)) throw new IllegalTransitionError(job, state.name);
  return { ...job, ...patch, state };
}

export function mayFollow(from: JobStateName, to: JobStateName): boolean {
  return followers[from].includes(to);
}
