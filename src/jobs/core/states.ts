import type { Job, JobState, JobStateName, LostSubmission, Problem, StateOf } from './job.ts';
import { problem } from './problem.ts';
import type { RemoteJob } from './service.ts';

type Output<N extends 'downloading' | 'placing'> = Pick<StateOf<N>, 'remote' | 'fileName' | 'temporary'>;

/** Creates each state of a job. Omitted fields are unknown. */
export const states = {
  waiting: (why: { problem?: Problem; notBefore?: number } = {}): StateOf<'waiting'> => ({
    name: 'waiting',
    notBefore: why.notBefore,
    problem: why.problem,
  }),

  uploading: (
    startedAt: number,
    charges: boolean,
    sha256: string | undefined,
    key?: string,
  ): StateOf<'uploading'> => ({
    name: 'uploading',
    sentBytes: 0,
    startedAt,
    charges,
    sha256,
    key,
  }),

  converting: (progress?: number): StateOf<'converting'> => ({ name: 'converting', progress }),

  queued: (remote: RemoteJob): StateOf<'queued'> => ({ name: 'queued', remote }),

  processing: (remote: RemoteJob, progress: number | undefined): StateOf<'processing'> => ({
    name: 'processing',
    remote,
    progress,
  }),

  downloading: ({ remote, fileName, temporary }: Output<'downloading'>): StateOf<'downloading'> => ({
    name: 'downloading',
    remote,
    fileName,
    temporary,
    receivedBytes: 0,
    totalBytes: undefined,
  }),

  placing: ({ remote, fileName, temporary }: Output<'placing'>): StateOf<'placing'> => ({
    name: 'placing',
    remote,
    temporary,
    fileName,
    attempt: undefined,
    madeFolders: undefined,
  }),

  saved: (endedAt: number, output: string, outputBytes: number | undefined): StateOf<'done'> => ({
    name: 'done',
    endedAt,
    outcome: 'saved',
    output,
    outputBytes,
  }),

  doneWithoutOutput: (endedAt: number, outcome: 'alreadySmall' | 'skipped'): StateOf<'done'> => ({
    name: 'done',
    endedAt,
    outcome,
    output: undefined,
    outputBytes: undefined,
  }),

  failed: (
    endedAt: number,
    problem: Problem,
    left: { keptOutput?: string | undefined; remote?: RemoteJob | undefined } = {},
  ): StateOf<'failed'> => ({
    name: 'failed',
    endedAt,
    problem,
    keptOutput: left.keptOutput,
    remote: left.remote,
  }),

  canceled: (endedAt: number, spent: boolean): StateOf<'canceled'> => ({ name: 'canceled', endedAt, spent }),

  expired: (endedAt: number): StateOf<'expired'> => ({ name: 'expired', endedAt }),

  needsCredits: (
    problem: Problem,
    figures: { required?: number | undefined; available?: number | undefined } = {},
  ): StateOf<'needsCredits'> => ({
    name: 'needsCredits',
    problem,
    required: figures.required,
    available: figures.available,
  }),

  needsKey: (problem: Problem, remote?: RemoteJob): StateOf<'needsKey'> => ({
    name: 'needsKey',
    problem,
    remote,
  }),

  needsName: (fileName: string, output?: StateOf<'needsName'>['output']): StateOf<'needsName'> => ({
    name: 'needsName',
    output,
    fileName,
  }),

  unconfirmed: (
    { sourceBytes }: Job,
    { sentAt, sha256 }: Pick<LostSubmission, 'sentAt' | 'sha256'>,
    cause = problem('submission.interrupted'),
  ): StateOf<'unconfirmed'> => ({
    name: 'unconfirmed',
    sentAt,
    sizeBytes: sourceBytes ?? 0,
    sha256,
    problem: cause,
  }),

  offline: (problem: Problem, remote?: RemoteJob): StateOf<'offline'> => ({
    name: 'offline',
    problem,
    remote,
  }),

  /** The state in which a job resumes. If `remote` is set, the service may still have the job. */
  resumed: (remote: RemoteJob | undefined): JobState =>
    remote === undefined ? states.waiting() : states.queued(remote),
} as const;

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
    'converting',
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
  converting: ['converting', 'placing', 'waiting', 'done', 'failed', 'canceled', 'needsName'],
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
  placing: ['placing', 'done', 'queued', 'waiting', 'failed', 'canceled', 'needsName'],
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
    | 'losses'
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
