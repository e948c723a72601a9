import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { hasFailed, type Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobsTree } from './jobsTree.ts';
import { actionsOf } from './jobActions.ts';
import { askForName } from '../batch/followBatch.ts';
import { commands, type JobAction, jobActions } from '../../manifest.ts';
import { confirm, showInformation } from '../ui/messages.ts';
import { copyText } from '../ui/environment.ts';
import { filterChoices } from './jobsFilter.ts';
import { outputUri, resultOrSource, formatOfFile } from '../files/workspaceFiles.ts';
import { pick } from '../ui/picks.ts';
import { saveFile, openFiles } from '../ui/inputs.ts';
import { say, sayCount } from '../text/safeText.ts';
import { sourcesOf } from '../../jobs/core/jobFiles.ts';
import { type BatchContext, retryForPerson } from '../batch/runBatch.ts';
import { urisOf } from '../files/commandFiles.ts';
import { isImage, pairOfFiles, pairOfJob } from '../pictures/imagePairs.ts';
import type { PictureTabs } from '../pictures/pictureTabs.ts';

/** Maximum number of editors that one click opens. */
const maxOpened = 20;

/**
 * A command in the Jobs view. It applies to the clicked row, or to all selected rows if the clicked one is among them.
 * A key binding passes no rows.
 */
export type RowCommand = (clicked?: unknown, selected?: unknown) => unknown;

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

/** Implements **Cancel**, for the jobs in the rows that haven't ended. */
export function cancelJob(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) => jobs.cancel(idsOf(tree, clicked, selected, jobActions.cancel));
}

/** Implements **Cancel All Jobs**, for all jobs that are active or waiting. */
export function cancelAllJobs(jobs: Jobs): RowCommand {
  return () => jobs.cancelAll();
}

/**
 * Implements **Resume Paused Jobs**, for all jobs that wait for credits, a key, or a connection. Leaves out those that
 * might be charged twice.
 */
export function resumeJobs(jobs: Jobs): RowCommand {
  return () => jobs.resume(['needsCredits', 'needsKey', 'offline'], { withCurrentKey: true });
}

type ListContext = BatchContext & { readonly tree: JobsTree };

/** Implements **Retry**: restarts ended jobs and resumes parked ones. Asks for a missing password. */
export function retryJob(context: ListContext): RowCommand {
  return (clicked, selected) =>
    retryForPerson(context, idsOf(context.tree, clicked, selected, jobActions.retry));
}

/** Implements **Retry Failed**, for the failed jobs of whole batches. Leaves out canceled jobs. */
export function retryFailed(context: ListContext): RowCommand {
  return (clicked, selected) => {
    const failed = context.tree.jobsOf(clicked, selected).filter(hasFailed);
    return retryForPerson(
      context,
      failed.map(({ id }) => id),
    );
  };
}

/** Implements **Submit Again**, for a submission that the service may have accepted. No other command can pay twice. */
export function submitAgain(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) =>
    jobs.retry(idsOf(tree, clicked, selected, jobActions.submitAgain), { mayChargeTwice: true });
}

/** Implements **Remove from List**, for ended jobs, and for unconfirmed ones that the user wants to forget. */
export function removeJob(jobs: Jobs, tree: JobsTree): RowCommand {
  return (clicked, selected) => jobs.remove(idsOf(tree, clicked, selected, jobActions.remove));
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

/** The ids of the jobs in the rows for which the action is available. */
function idsOf(tree: JobsTree, clicked: unknown, selected: unknown, action: JobAction): string[] {
  const jobs = tree.jobsOf(clicked, selected).filter((job) => actionsOf(job, false).includes(action));
  return jobs.map(({ id }) => id);
}

const argumentsSchema = z.object({ jobs: z.array(z.string()) });

/**
 * Implements **Filter Jobs**: asks which jobs to show. The message about a batch passes its failed jobs as `{ jobs }`:
 * then the list shows failed jobs, and the first of these is selected.
 */
export function filterJobs(jobs: Jobs, tree: JobsTree) {
  return async (given?: unknown): Promise<void> => {
    const { data } = argumentsSchema.safeParse(given);
    const filter =
      data === undefined
        ? (await pick({ title: say('Show jobs'), entries: filterChoices(jobs.all()) }))?.value
        : 'failed';
    if (filter === undefined) return;
    tree.setFilter(filter);
    await tree.reveal(data?.jobs[0]);
  };
}

/** Implements **Compare with Source**: shows the images that jobs made, each beside its source. */
export function compareWithSource(jobs: Jobs, tree: JobsTree, tabs: PictureTabs): RowCommand {
  return async (clicked, selected) => {
    const pairs = tree
      .jobsOf(clicked, selected)
      .flatMap((job) => pairOfJob(job, jobs.backupOf(job.id)) ?? []);
    await tabs.compare(pairs);
  };
}

/** Implements **Compare Images**: shows two images that the user selected, or is asked for. */
export function compareImages(tabs: PictureTabs): RowCommand {
  return async (clicked, selected) => {
    const given = await urisOf(clicked, selected);
    const files = given.length === 0 ? await openFiles(say('Compare Images')) : given;
    if (files.length === 0) return;
    const formats = await Promise.all(files.map(async (file) => formatOfFile(file, { thorough: false })));
    const [before, after, ...others] = files.filter(({ path }, index) => isImage(path, formats[index]));
    if (before === undefined || after === undefined || files.length > 2 || others.length > 0) {
      void showInformation(say('Select two images to compare them.'));
      return;
    }
    await tabs.compare([pairOfFiles(before.toString(), after.toString())]);
  };
}
