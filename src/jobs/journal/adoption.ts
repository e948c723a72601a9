import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UndoEntry } from '../core/undoEntry.ts';
import { type Job, type JobState, lostSubmissionOf } from '../core/job.ts';
import { states } from '../core/states.ts';
import { type JournalContent, mergeJournals, readJournal } from './journalContent.ts';
import type { Leases } from './leases.ts';

/** The records of dead owners, which now belong to this owner. */
interface Adopted {
  /** The jobs, each in the state in which it resumes. */
  readonly jobs: readonly Job[];
  /** URIs of temporary download files, including those of an adoption that was interrupted. */
  readonly temporaries: readonly string[];
  readonly undoEntries: readonly UndoEntry[];
  /** The highest revision in any of the files. */
  readonly revision: number;
  /** New paths of files that were only partly readable. `forget` renames the files. */
  readonly setAside: readonly string[];
  /** Removes the adopted files. Call this once everything is in this owner's journal. */
  forget(): Promise<void>;
}

interface Claim {
  readonly path: string;
  readonly content: JournalContent;
}

/**
 * Adopts the journals of dead owners, and those that this owner claimed before but couldn't save. Renaming a file
 * claims it, so that only one window adopts it.
 * @param wrote returns true for a file that this owner wrote
 */
export async function adoptDeadJournals(
  folder: string,
  leases: Leases,
  wrote: (fileName: string) => boolean,
): Promise<Adopted> {
  const dead = new Set<string>();
  const claims: Claim[] = [];
  for (const name of await readdir(folder)) {
    const [, owner, file] = /^([0-9a-f]{16})\.([0-9a-f]{16})\.jsonl$/.exec(name) ?? [];
    if (owner === undefined || wrote(name)) continue;
    const path = join(folder, `${leases.owner}.${file}.jsonl`);
    if (owner !== leases.owner) {
      if (!(await isDead(owner, dead, leases))) continue;
      if (!(await claim(join(folder, name), path))) continue;
    }
    claims.push({ path, content: readJournal(await readFile(path, 'utf8')) });
  }
  const setAside = claims.filter(({ content }) => content.damaged).map(({ path }) => asideOf(path));
  return { ...gather(claims), setAside, forget: () => forget(folder, claims, dead, leases) };
}

function gather(
  claims: readonly Claim[],
): Pick<Adopted, 'jobs' | 'temporaries' | 'undoEntries' | 'revision'> {
  const contents = claims.map(({ content }) => content);
  const { jobs, undoEntries } = mergeJournals(contents);
  const doubtful = new Set(
    contents.filter((content) => content.damaged).flatMap((content) => [...content.jobs.keys()]),
  );
  const entries = contents.flatMap((content) => [...content.jobs.values()]);
  const revisions = entries.map(({ revision }) => revision);
  return {
    jobs: jobs.map((job) => restoreJob(job, doubtful.has(job.id))),
    temporaries: entries.flatMap(({ job }) => (job?.state.name === 'downloading' ? job.state.temporary : [])),
    undoEntries,
    revision: revisions.reduce((highest, revision) => Math.max(highest, revision), 0),
  };
}

async function isDead(owner: string, dead: Set<string>, leases: Leases): Promise<boolean> {
  if (dead.has(owner)) return true;
  if (!(await leases.isDead(owner))) return false;
  dead.add(owner);
  return true;
}

async function claim(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    // Another window has claimed the file first.
    return false;
  }
}

function asideOf(path: string): string {
  return `${path}.set-aside`;
}

async function forget(
  folder: string,
  claims: readonly Claim[],
  dead: ReadonlySet<string>,
  leases: Leases,
): Promise<void> {
  await Promise.all(
    claims.map(({ path, content }) =>
      content.damaged ? rename(path, asideOf(path)) : rm(path, { force: true }),
    ),
  );
  for (const owner of dead) await leases.clear(owner);
  // Files that a dead owner was still writing have no final name yet.
  const names = await readdir(folder);
  const partial = names.filter((name) => /\.(?:new|lease\.\d+)$/.test(name) && dead.has(name.slice(0, 16)));
  await Promise.all(partial.map((name) => rm(join(folder, name), { force: true })));
}

/** A dead owner's job in the state in which it resumes. `doubtful` jobs come from a damaged journal. */
function restoreJob(job: Job, doubtful: boolean): Job {
  if (job.service === 'local') return { ...job, state: restoredLocal(job.state) };
  const state = doubtful ? salvagedState(job) : restoredState(job);
  return { ...job, state, lostSubmission: lostSubmissionOf(job) };
}

/** The state in which a job on this computer resumes. Earlier versions submitted such jobs to a service, too. */
function restoredLocal(state: JobState): JobState {
  switch (state.name) {
    case 'placing':
    case 'failed':
      return { ...state, remote: undefined };
    case 'needsName':
      return { ...state, output: state.output && { ...state.output, remote: undefined } };
    case 'done':
    case 'canceled':
      return state;
    default:
      return states.waiting();
  }
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
        ? states.unconfirmed(job, { sentAt: state.startedAt, sha256: state.sha256 })
        : states.waiting();
    case 'processing':
    case 'downloading':
    case 'offline':
      return states.resumed(state.remote);
    case 'waiting':
      // `notBefore` is a time on another process's clock.
      return { ...state, notBefore: undefined };
    case 'queued':
    case 'converting':
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
  return wouldSubmit
    ? states.unconfirmed(job, { sentAt: job.createdAt, sha256: undefined })
    : restoredState(job);
}
