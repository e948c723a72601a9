import * as vscode from 'vscode';
import { type Job, phaseOf } from '../../jobs/core/job.ts';
import { outputUri } from '../files/jobUris.ts';
import type { AnswerEntry } from './toolAnswer.ts';
import { reasonText, stateText } from '../text/jobs.ts';

/** What a model is told of jobs with files of the workspace, the latest first; those with files of elsewhere are none of its. */
export function jobEntries(jobs: readonly Job[]): AnswerEntry[] {
  return jobs
    .map((job) => ({ job, source: vscode.Uri.parse(job.source) }))
    .filter(({ source }) => vscode.workspace.getWorkspaceFolder(source) !== undefined)
    .toReversed()
    .map(({ job, source }) => {
      const output = outputUri(job);
      return {
        file: vscode.workspace.asRelativePath(source),
        tool: job.tool,
        target: job.targetFormat,
        phase: phaseOf(job.state),
        state: stateText(job),
        reason: reasonText(job),
        output: output && vscode.workspace.asRelativePath(output),
      };
    });
}
