import * as vscode from 'vscode';
import { type Job, phaseOf } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { askForName } from '../batch/askForName.ts';
import { retryJobs } from '../batch/retryJobs.ts';
import { say } from '../text/words.ts';
import { saveFile } from '../window/fileDialogs.ts';

type RowCommand = (clicked?: unknown, selected?: unknown) => unknown;

/** Cancel: the row, or all selected rows. */
export function cancelJob(jobs: Jobs): RowCommand {
  return (clicked, selected) => jobs.cancel(idsOf(jobs, clicked, selected));
}

/** Cancel All Jobs: everything that is still moving. */
export function cancelAllJobs(jobs: Jobs): RowCommand {
  return () =>
    jobs.cancel(
      jobs
        .all()
        .filter((job) => phaseOf(job.state) === 'active')
        .map((job) => job.id),
    );
}

/** Go On with Parked Jobs: everything that waits for credits, a key or the connection; never what may charge twice. */
export function resumeJobs(jobs: Jobs): RowCommand {
  return () => jobs.resume(['needsCredits', 'needsKey', 'offline']);
}

/** Try Again: ended rows start anew, with a password where one is missing, and parked rows go on. */
export function retryJob(jobs: Jobs): RowCommand {
  return (clicked, selected) => retryJobs(jobs, idsOf(jobs, clicked, selected));
}

/** Submit Again, for a submission whose fate is unknown: the only way to pay twice, so it is asked for by name. */
export function submitAgain(jobs: Jobs): RowCommand {
  return (clicked, selected) => jobs.retry(idsOf(jobs, clicked, selected), { mayChargeTwice: true });
}

/** Remove from List: ended rows, and unconfirmed ones that are to be forgotten. */
export function removeJob(jobs: Jobs): RowCommand {
  return (clicked, selected) => jobs.remove(idsOf(jobs, clicked, selected));
}

/** Open Result: in VS Code's own editor for it. */
export function openOutput(jobs: Jobs): RowCommand {
  return async (clicked, selected) => {
    for (const job of jobsOf(jobs, clicked, selected)) {
      const output = outputUri(job);
      if (output !== undefined) await vscode.commands.executeCommand('vscode.open', output);
    }
  };
}

/** Reveal in Explorer: selects the result in the Explorer. */
export function revealOutput(jobs: Jobs): RowCommand {
  return async (clicked, selected) => {
    const [job] = jobsOf(jobs, clicked, selected);
    const output = job && outputUri(job);
    if (output !== undefined) await vscode.commands.executeCommand('revealInExplorer', output);
  };
}

/** Choose a Name: for a result whose name is taken. */
export function chooseName(jobs: Jobs): RowCommand {
  return async (clicked) => {
    const [job] = jobsOf(jobs, clicked, undefined);
    const name = job && (await askForName(job));
    if (job !== undefined && name !== undefined) await jobs.rename(job.id, name);
  };
}

/** Save Result As: for a result that could not be saved in the folder of its source. */
export function saveKeptOutput(jobs: Jobs): RowCommand {
  return async (clicked) => {
    const [job] = jobsOf(jobs, clicked, undefined);
    if (job?.state.name !== 'failed' || job.state.keptOutput === undefined) return;
    const folder = vscode.Uri.joinPath(vscode.Uri.parse(job.source), '..');
    const target = await saveFile(say('Save the result'), folder);
    if (target !== undefined) await jobs.saveKept(job.id, target.toString());
  };
}

function idsOf(jobs: Jobs, clicked: unknown, selected: unknown): string[] {
  return jobsOf(jobs, clicked, selected).map((job) => job.id);
}

/** The jobs that a row's action is for: all selected rows when the clicked one is among them, else the clicked one. */
function jobsOf(jobs: Jobs, clicked: unknown, selected: unknown): Job[] {
  const ids = Array.isArray(selected) && selected.includes(clicked) ? selected : [clicked];
  return ids.flatMap((id) => (typeof id === 'string' ? (jobs.get(id) ?? []) : []));
}

/** The output of a job as a URI, when it has one. */
function outputUri({ state }: Job): vscode.Uri | undefined {
  return state.name === 'done' && state.output !== undefined ? vscode.Uri.parse(state.output) : undefined;
}
