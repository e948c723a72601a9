import * as vscode from 'vscode';
import type { Job } from '../../jobs/core/job.ts';
import { sourcesOf } from '../../jobs/core/jobFiles.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { commands } from '../../manifest.ts';
import { askForName } from '../batch/collisions.ts';
import { outputUri, resultOrSource } from '../files/jobUris.ts';
import { say, sayCount } from '../text/safeText.ts';
import type { JobsTree } from './jobsTree.ts';
import { copyText } from '../ui/clipboard.ts';
import { saveFile } from '../ui/fileDialogs.ts';
import { confirm } from '../ui/messages.ts';
import type { RowCommand } from './jobCommands.ts';

/** Maximum number of editors that one click opens. */
const maxOpened = 20;

/** Implements **Open Result**: opens the result in VS Code's default editor for it. */
export function openOutput(tree: JobsTree): RowCommand {
  return async (clicked, selected) => openAll(outputsOf(tree.jobsOf(clicked, selected)));
}

/** Implements **Open Source**: opens the files that the job was made from. */
export function openSource(tree: JobsTree): RowCommand {
  return async (clicked, selected) => openAll(sourceUris(tree.jobsOf(clicked, selected)));
}

/** Implements **Convert Again To**: asks for another target for the same files. */
export function convertAgain(tree: JobsTree): RowCommand {
  return async (clicked, selected) => {
    const sources = sourceUris(tree.jobsOf(clicked, selected));
    if (sources.length > 0) await vscode.commands.executeCommand(commands.convert, sources[0], sources);
  };
}

/** Implements **Copy Path**: copies the paths of the results, or else of the sources, one per line. */
export function copyPath(tree: JobsTree): RowCommand {
  return async (clicked, selected) => {
    const paths = tree.jobsOf(clicked, selected).map((job) => resultOrSource(job).fsPath);
    await copyText(paths.join('\n'));
  };
}

/** Implements **Reveal in Explorer**: selects the result in the Explorer. */
export function revealOutput(tree: JobsTree): RowCommand {
  return async (clicked, selected) => {
    const [output] = outputsOf(tree.jobsOf(clicked, selected));
    if (output !== undefined) await vscode.commands.executeCommand('revealInExplorer', output);
  };
}

/** Implements **Choose a Name**, for a result whose name already exists. */
export function chooseName(jobs: Jobs, tree: JobsTree): RowCommand {
  return async (clicked) => {
    const [job] = tree.jobsOf(clicked, undefined);
    const name = job && (await askForName(job));
    if (job !== undefined && name !== undefined) await jobs.rename(job.id, name);
  };
}

/** Implements **Save Result As**, for a result that couldn't be saved to its destination. */
export function saveKeptOutput(jobs: Jobs, tree: JobsTree): RowCommand {
  return async (clicked) => {
    const [job] = tree.jobsOf(clicked, undefined);
    if (job?.state.name !== 'failed' || job.state.keptOutput === undefined) return;
    const folder = vscode.Uri.joinPath(vscode.Uri.parse(job.source), '..');
    const target = await saveFile(say('Save the result'), folder);
    if (target !== undefined) await jobs.saveKept(job.id, target.toString());
  };
}

async function openAll(files: readonly vscode.Uri[]): Promise<void> {
  if (files.length > maxOpened) {
    const question = sayCount(files.length, { one: 'Open {0} file?', other: 'Open {0} files?' });
    if (!(await confirm(question, say('Each file opens in its own editor.'), say('Open')))) return;
  }
  // The row keeps the focus, as in the Explorer, so that keys such as Delete still apply to it.
  const options = { preview: files.length === 1, preserveFocus: true };
  for (const file of files) await vscode.commands.executeCommand('vscode.open', file, options);
}

function outputsOf(jobs: readonly Job[]): vscode.Uri[] {
  return jobs.flatMap((job) => outputUri(job) ?? []);
}

function sourceUris(jobs: readonly Job[]): vscode.Uri[] {
  return [...new Set(jobs.flatMap(sourcesOf))].map((uri) => vscode.Uri.parse(uri));
}
