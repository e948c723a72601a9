import type { Job, JobState, Problem, StateOf } from './job.ts';
import type { RemoteJob } from './service.ts';

type Output = Pick<StateOf<'downloading'>, 'remote' | 'fileName' | 'temporary'>;

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

  queued: (remote: RemoteJob): StateOf<'queued'> => ({ name: 'queued', remote }),

  processing: (remote: RemoteJob, progress: number | undefined): StateOf<'processing'> => ({
    name: 'processing',
    remote,
    progress,
  }),

  downloading: ({ remote, fileName, temporary }: Output): StateOf<'downloading'> => ({
    name: 'downloading',
    remote,
    fileName,
    temporary,
    receivedBytes: 0,
    totalBytes: undefined,
  }),

  placing: ({ remote, fileName, temporary }: Output): StateOf<'placing'> => ({
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
    problem: Problem,
    sentAt: number,
    sha256: string | undefined,
  ): StateOf<'unconfirmed'> => ({
    name: 'unconfirmed',
    sentAt,
    sizeBytes: sourceBytes ?? 0,
    sha256,
    problem,
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
