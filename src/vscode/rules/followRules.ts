import * as vscode from 'vscode';
import type { Offers } from '../../planning/offer.ts';
import { planWork } from '../../planning/workPlan.ts';
import { hasFailed, type JobRequest, type Problem } from '../../jobs/core/job.ts';
import type { FileFacts } from '../../jobs/files/fileStore.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isUnchanged } from '../../jobs/placement/placedFile.ts';
import { requestsOf } from '../batch/jobRequests.ts';
import { formatOfFile } from '../files/fileFormat.ts';
import type { Preset } from '../request/presets.ts';
import type { RuleMemory } from './ruleMemory.ts';

export interface RuleParts {
  readonly jobs: Jobs;
  readonly offers: Offers;
}

/** A file, given by URI, that couldn't be processed, with the reason. */
export interface RuleFailure {
  readonly source: string;
  readonly problem: Problem;
}

/**
 * Applies a preset to files and returns the failures. Always runs on this computer, regardless of settings. A result
 * replaces the previous one that the preset made from the same file, unless somebody has changed it. All other files
 * keep their names.
 */
export async function applyPreset(
  { jobs, offers }: RuleParts,
  memory: RuleMemory,
  { name, work }: Preset,
  files: readonly string[],
): Promise<RuleFailure[]> {
  const offer = await offers.here();
  const selected = files.map(async (uri) => ({
    uri,
    format: await formatOfFile(vscode.Uri.parse(uri), { thorough: true }),
    inFolder: false,
    neverUploaded: true,
  }));
  const plan = planWork({ offer, files: await Promise.all(selected), truncated: false }, work);
  const { requests, refused } = requestsOf(plan);
  const here = requests.flatMap((request) =>
    request.service === 'local' ? placedByRule(request, memory, name) : [],
  );
  const started = jobs.add(here);
  await memory.begun(started, name);
  const settled = await jobs.settled(started.map(({ id }) => id));
  for (const job of settled) await memory.ended(job, jobs.placedBy(job.id), originalOf(jobs, job.id));
  const failed = settled.filter(hasFailed);
  return [
    ...refused.map(({ uri, problem }) => ({ source: uri, problem })),
    ...failed.flatMap(({ source, state }) =>
      state.name === 'failed' ? { source, problem: state.problem } : [],
    ),
  ];
}

/** The original that a job's result replaced, which undoing the job would restore. */
export function originalOf(jobs: Jobs, id: string): { sizeBytes: number; modifiedMs: number } | undefined {
  const backup = jobs.backupOf(id);
  return backup?.modifiedMs === undefined
    ? undefined
    : { sizeBytes: backup.sizeBytes, modifiedMs: backup.modifiedMs };
}

/** True if the preset has already processed the file in its current state, and the result still exists. */
export async function isDone(
  memory: RuleMemory,
  { name }: Preset,
  source: string,
  now: FileFacts,
  facts: (uri: string) => Promise<FileFacts | undefined>,
): Promise<boolean> {
  const last = memory.lastOf(source, name);
  if (last === undefined || last.source.sizeBytes !== now.sizeBytes) return false;
  if (last.source.modifiedMs !== now.modifiedMs) return false;
  return isUnchanged(last.output, await facts(last.output.uri));
}

function placedByRule(request: JobRequest, memory: RuleMemory, preset: string): JobRequest {
  const supersedes = memory.lastOf(request.source, preset)?.output;
  const placement = { ...request.placement, onCollision: 'skip' as const };
  return {
    ...request,
    placement: supersedes === undefined ? placement : { ...placement, onCollision: 'overwrite', supersedes },
  };
}
