import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { say } from '../text/words.ts';
import type { JobsTree } from '../views/jobsTree.ts';
import { saveFile } from '../window/fileDialogs.ts';
import { askForText } from '../window/inputs.ts';

type RowCommand = (clicked?: unknown, selected?: unknown) => unknown;

/** Open Result: in VS Code's own editor for it. */
export function openOutput(tree: JobsTree): RowCommand {
  return async (clicked, selected) => {
    for (const job of tree.jobsOf(clicked, selected)) {
      const output = outputUri(job);
      if (output !== undefined) await vscode.commands.executeCommand('vscode.open', output);
    }
  };
}

/** Reveal in Explorer: selects the result in the Explorer. */
export function revealOutput(tree: JobsTree): RowCommand {
  return async (clicked, selected) => {
    const [output] = tree.jobsOf(clicked, selected).flatMap((job) => outputUri(job) ?? []);
    if (output !== undefined) await vscode.commands.executeCommand('revealInExplorer', output);
  };
}

/** Choose a Name: for a result whose name is taken. */
export function chooseName(jobs: Jobs, tree: JobsTree): RowCommand {
  return async (clicked) => {
    const [job] = tree.jobsOf(clicked, undefined);
    if (job?.state.name !== 'needsName') return;
    const { fileName } = job.state;
    const dot = fileName.lastIndexOf('.');
    const name = await askForText({
      title: say('Name of the result'),
      value: fileName,
      selection: [0, dot > 0 ? dot : fileName.length],
      objection: (value) => (value.trim() === '' ? say('Enter a name.') : undefined),
    });
    if (name !== undefined) await jobs.rename(job.id, name.trim());
  };
}

/** Save Result As: for a result that could not be saved in the folder of its source. */
export function saveKeptOutput(jobs: Jobs, tree: JobsTree): RowCommand {
  return async (clicked) => {
    const [job] = tree.jobsOf(clicked, undefined);
    if (job?.state.name !== 'failed' || job.state.keptOutput === undefined) return;
    const folder = vscode.Uri.joinPath(vscode.Uri.parse(job.source), '..');
    const target = await saveFile(say('Save the result'), folder);
    if (target !== undefined) await jobs.saveKept(job.id, target.toString());
  };
}

/** The output of a job as a URI, when it has one. */
function outputUri({ state }: Job): vscode.Uri | undefined {
  return state.name === 'done' && state.output !== undefined ? vscode.Uri.parse(state.output) : undefined;
}
