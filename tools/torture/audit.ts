import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Job, type JobState, phaseOf } from '../../src/jobs/core/job.ts';
import { filesBelow } from '../../test/support/service/files.ts';
import type { PlannedFile, Round } from './schedule.ts';
import type { Inventory } from './sources.ts';
import { sha256 } from './serviceObserver.ts';

/** The findings of a round, by kind. Each entry is one sentence about one file. */
export interface Findings {
  readonly filesLost: string[];
  readonly halfFiles: string[];
  readonly sourcesChanged: string[];
  readonly chargedTwice: string[];
  readonly stuck: string[];
}

/** What is known about a service's work, independently of windows and journals. */
export interface Witness {
  /** The paid jobs that the service made from a file. */
  acceptedOf(fileName: string): readonly string[];
  /** True if the file with this hash is a complete output of the source. */
  isOutputOf(fileName: string, hash: string): boolean;
  /** True if the file's job may have ended this way, without an output. */
  mayEnd(fileName: string, state: JobState): boolean;
}

interface Evidence {
  readonly folder: string;
  readonly storageFolder: string;
  readonly round: Round;
  /** The user's original files. */
  readonly before: Inventory;
  /** The jobs that the journals now contain. */
  readonly jobs: readonly Job[];
  /** The sources of unconfirmed jobs that the user has removed from the list. */
  readonly forgotten: ReadonlySet<string>;
  readonly witness: Witness;
  /** Windows that crashed on their own. */
  readonly crashes: number;
}

/** Compares the disk, the journals, and the service's actions. */
export async function audit(evidence: Evidence): Promise<Findings> {
  const { folder, storageFolder, round, before, jobs, forgotten, witness, crashes } = evidence;
  const findings: Findings = {
    filesLost: [],
    halfFiles: [],
    sourcesChanged: [],
    chargedTwice: [],
    stuck: [],
  };
  if (crashes > 0) findings.stuck.push(`${crashes} windows crashed`);
  const now = await hashesIn(folder);
  const backups = new Set((await hashesIn(path.join(storageFolder, 'backups'))).values());
  const uriOf = (name: string): string => pathToFileURL(path.join(folder, name)).href;
  const explained = new Set(before.keys());

  for (const [name, hash] of before) {
    const found = now.get(name);
    const file = round.files.find((each) => each.name === name || each.bystander === name);
    if (found === undefined) findings.filesLost.push(`${name} no longer exists`);
    else if (found !== hash && !(file && mayReplace(file, name) && backups.has(hash)))
      findings.sourcesChanged.push(`${name} was replaced by another file`);
    else if (found !== hash && !witness.isOutputOf(file?.name ?? '', found))
      findings.halfFiles.push(`${name} was replaced by an incomplete output`);
  }
  for (const { name, windows } of round.files) {
    const accepted = witness.acceptedOf(name);
    const own = jobs.filter(({ source }) => source === uriOf(name));
    if (accepted.length > neededRuns(own))
      findings.chargedTwice.push(`${name} was accepted ${accepted.length} times: ${accepted.join(', ')}`);
    // A job for which another window decides wasn't paid for.
    if (forgotten.has(uriOf(name)) && own.every(isLeftToAnother)) continue;
    if (own.length === 0 || own.length > windows.length)
      findings.filesLost.push(`${name} has ${own.length} jobs`);
    const isDone = own.some(({ state }) => state.name === 'done');
    for (const job of own) {
      if (phaseOf(job.state) !== 'ended') findings.stuck.push(`${name} is ${JSON.stringify(job.state)}`);
      else if (job.state.name === 'done' && job.state.output !== undefined) {
        const output = decodeURIComponent(path.basename(job.state.output));
        explained.add(output);
        const hash = now.get(output);
        if (hash === undefined) findings.filesLost.push(`${output}, the output of ${name}, doesn’t exist`);
        else if (!witness.isOutputOf(name, hash))
          findings.halfFiles.push(`${output} isn’t a complete output of ${name}`);
      } else if (!isDone && job.state.name !== 'done' && !witness.mayEnd(name, job.state))
        findings.filesLost.push(`${name} ended as ${JSON.stringify(job.state)}`);
    }
  }
  for (const name of now.keys())
    if (!explained.has(name)) findings.halfFiles.push(`${name} doesn’t belong to any job`);
  for (const name of filesBelow(storageFolder))
    if (/\.(?:part|bak\.part|set-aside)$/.test(name))
      findings.halfFiles.push(`${name} was left in the storage`);
  return findings;
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

async function hashesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const hashes = await Promise.all(
    entries.map(async (entry) => {
      const hash = entry.isFile() ? sha256(await readFile(path.join(folder, entry.name))) : 'no file';
      return [entry.name, hash] as const;
    }),
  );
  return new Map(hashes);
}
