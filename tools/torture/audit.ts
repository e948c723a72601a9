import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Job, type JobState, phaseOf } from '../../src/jobs/core/job.ts';
import { filesBelow } from '../../test/support/service/files.ts';
import type { Find } from './findings.ts';
import { type Played, uriOf } from './round.ts';
import type { PlannedFile, Round } from './schedule.ts';

/** No findings of any kind. */
export const noFindings = { filesLost: 0, halfFiles: 0, sourcesChanged: 0, chargedTwice: 0, stuck: 0 };

/** What is known about a service's work, independently of windows and journals. */
export interface Witness {
  /** The paid jobs that the service made from a file. */
  acceptedOf(fileName: string): readonly string[];
  /** True if the file with this hash is a complete output of the source. */
  isOutputOf(fileName: string, hash: string): boolean;
  /** True if the file's job may have ended this way, without an output. */
  mayEnd(fileName: string, state: JobState): boolean;
}

interface Evidence extends Omit<Played, 'kills'> {
  readonly folder: string;
  readonly storageFolder: string;
  readonly round: Round;
  /** The user's original files, by name, with their hashes. */
  readonly before: ReadonlyMap<string, string>;
  readonly witness: Witness;
  readonly find: Find<keyof typeof noFindings>;
}

/** Compares the disk, the journals, and the service's actions. */
export async function audit(evidence: Evidence): Promise<void> {
  const { folder, storageFolder, round, before, jobs, forgotten, witness, crashes, find } = evidence;
  if (crashes > 0) find('stuck', `${crashes} windows crashed`);
  const now = await hashesIn(folder);
  const backups = new Set((await hashesIn(path.join(storageFolder, 'backups'))).values());
  const explained = new Set(before.keys());

  for (const [name, hash] of before) {
    const found = now.get(name);
    const file = round.files.find((each) => each.name === name || each.bystander === name);
    if (found === undefined) find('filesLost', `${name} no longer exists`);
    else if (found !== hash && !(file && mayReplace(file, name) && backups.has(hash)))
      find('sourcesChanged', `${name} was replaced by another file`);
    else if (found !== hash && !witness.isOutputOf(file?.name ?? '', found))
      find('halfFiles', `${name} was replaced by an incomplete output`);
  }
  for (const { name, windows } of round.files) {
    const accepted = witness.acceptedOf(name);
    const source = uriOf(folder, name);
    const own = jobs.filter((job) => job.source === source);
    if (accepted.length > neededRuns(own))
      find('chargedTwice', `${name} was accepted ${accepted.length} times: ${accepted.join(', ')}`);
    // A job for which another window decides wasn't paid for.
    if (forgotten.has(source) && own.every(isLeftToAnother)) continue;
    if (own.length === 0 || own.length > windows.length) find('filesLost', `${name} has ${own.length} jobs`);
    const isDone = own.some(({ state }) => state.name === 'done');
    for (const { state } of own) {
      if (phaseOf(state) !== 'ended') find('stuck', `${name} is ${JSON.stringify(state)}`);
      else if (state.name === 'done' && state.output !== undefined) {
        const output = decodeURIComponent(path.basename(state.output));
        explained.add(output);
        const hash = now.get(output);
        if (hash === undefined) find('filesLost', `${output}, the output of ${name}, doesn’t exist`);
        else if (!witness.isOutputOf(name, hash))
          find('halfFiles', `${output} isn’t a complete output of ${name}`);
      } else if (!isDone && state.name !== 'done' && !witness.mayEnd(name, state))
        find('filesLost', `${name} ended as ${JSON.stringify(state)}`);
    }
  }
  for (const name of now.keys())
    if (!explained.has(name)) find('halfFiles', `${name} doesn’t belong to any job`);
  for (const name of filesBelow(storageFolder))
    if (/\.(?:part|bak\.part|set-aside)$/.test(name)) find('halfFiles', `${name} was left in the storage`);
}

/** The number of paid runs that these requests need. A request that is made before an equal job ends shares its run. */
function neededRuns(jobs: readonly Job[]): number {
  const isLater = ({ createdAt }: Job): boolean =>
    jobs.some(({ state }) => state.name === 'done' && state.endedAt <= createdAt);
  return 1 + jobs.filter(isLater).length;
}

function isLeftToAnother({ state }: Job): boolean {
  return state.name === 'failed' && state.problem.code === 'job.in_other_window';
}

function mayReplace(file: PlannedFile, name: string): boolean {
  return name === file.bystander ? file.onCollision === 'overwrite' : file.replaceSource;
}

/** The hashes of the files in a folder, by name. */
export async function hashesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const hashes = await Promise.all(
    entries.map(async (entry) => {
      const hash = entry.isFile() ? sha256(await readFile(path.join(folder, entry.name))) : 'no file';
      return [entry.name, hash] as const;
    }),
  );
  return new Map(hashes);
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
