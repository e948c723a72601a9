import type * as vscode from 'vscode';
import { isCodedError } from '../contract/errors.ts';
import { problemOf } from '../jobs/core/problem.ts';
import { type CommandId, commands } from '../manifest.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LocalService } from './localService/localService.ts';
import { plainLines } from '../util/plainText.ts';
import type { ApiKeys } from './network/apiKeys.ts';
import type { BatchContext } from './batch/runBatch.ts';
import { type SampleFile, trySample } from './help/sampleFile.ts';
import type { Staging } from './git/staging.ts';
import type { PictureTabs } from './pictures/pictureTabs.ts';
import { type ReferenceHistory, updateReferences } from './web/updateReferences.ts';
import type { RuleSwitch } from './rules/ruleSwitch.ts';
import { problemText } from './text/problems.ts';
import type { JobsTree } from './jobsView/jobsTree.ts';
import type { Log } from './ui/environment.ts';
import { showError } from './ui/messages.ts';
import { ReportDocument } from './ui/documents.ts';
import { openAccount, setApiKey, signOut } from './network/setApiKey.ts';
import { checkConnection, setUpNetwork } from './network/setUpNetwork.ts';
import { openAsMarkdown } from './convert/markdownDocuments.ts';
import { compareWithGit, compressStagedImages, convertChangedFiles } from './git/commands.ts';
import {
  compareImages,
  compareWithSource,
  cancelAllJobs,
  cancelJob,
  chooseName,
  convertAgain,
  copyPath,
  filterJobs,
  openOutput,
  openSource,
  removeJob,
  resumeJobs,
  retryFailed,
  retryJob,
  revealOutput,
  saveKeptOutput,
  submitAgain,
} from './jobsView/jobCommands.ts';
import {
  compress,
  compressAndReplace,
  compressSelected,
  compressWithOptions,
  makeZip,
  convert,
  convertTo,
  convertWithOptions,
  repeatLast,
} from './convert/commands.ts';
import { copyAsCss, copyAsDataUri, copyAsImage, copyAsMarkdown, copyAsPicture } from './web/copyAs.ts';
import { showMenu } from './jobsView/statusBar.ts';
import { turnRulesOff, turnRulesOn } from './rules/rules.ts';
import { undoBatch, undoLastBatch } from './undoBatches.ts';

interface CommandContext extends BatchContext {
  readonly local: LocalService;
  readonly keys: ApiKeys;
  readonly log: Log;
  readonly tree: JobsTree;
  readonly sample: SampleFile;
  readonly pictures: PictureTabs;
  readonly ruleSwitch: RuleSwitch;
  readonly references: ReferenceHistory;
  readonly staging: Staging;
  readonly version: string;
}

/** Loaded on first use. */
const extraction = async () => import('./convert/extractHere.ts');
const reports = async () => import('./help/showReports.ts');

type Handler = (...given: unknown[]) => unknown;

/** Commands that open a list immediately, and wait for the jobs of earlier sessions themselves. */
const opensAtOnce: ReadonlySet<CommandId> = new Set([commands.convert, commands.convertWithOptions]);

/** Runs the commands that `package.json` declares. */
export interface CommandRunner extends vscode.Disposable {
  /** Runs a command with VS Code's arguments. If it rejects, shows a sentence to the user and logs the error. */
  run(id: CommandId, given: readonly unknown[]): Promise<unknown>;
}

/** Creates the handlers of all commands. */
export function commandRunner(context: CommandContext): CommandRunner {
  const { jobs, local, connections, wallet, log, tree, pictures } = context;
  const report = new ReportDocument();
  const handlers: Record<CommandId, Handler> = {
    [commands.convert]: convert(context),
    [commands.convertWithOptions]: convertWithOptions(context),
    [commands.convertToWebp]: convertTo(context, 'webp'),
    [commands.convertToAvif]: convertTo(context, 'avif'),
    [commands.convertToJpg]: convertTo(context, 'jpg'),
    [commands.convertToPng]: convertTo(context, 'png'),
    [commands.convertToPdf]: convertTo(context, 'pdf'),
    [commands.convertToMp3]: convertTo(context, 'mp3'),
    [commands.compress]: compress(context),
    [commands.compressSelected]: compressSelected(context),
    [commands.compressWithOptions]: compressWithOptions(context),
    [commands.compressAndReplace]: compressAndReplace(context),
    [commands.makeZip]: makeZip(context),
    [commands.extractHere]: async (...given) => (await extraction()).extractHere(context)(...given),
    [commands.compressStagedImages]: compressStagedImages(context),
    [commands.convertChangedFiles]: convertChangedFiles(context),
    [commands.trySample]: trySample(context),
    [commands.turnRulesOn]: turnRulesOn(context.ruleSwitch),
    [commands.turnRulesOff]: turnRulesOff(context.ruleSwitch),
    [commands.repeatLast]: repeatLast(context),
    [commands.undoLastBatch]: undoLastBatch(context),
    [commands.setUpNetwork]: setUpNetwork(context),
    [commands.setApiKey]: setApiKey(context),
    [commands.signOut]: signOut(context),
    [commands.openAccount]: openAccount,
    [commands.checkConnection]: checkConnection(connections, wallet),
    [commands.showPrograms]: async () => (await reports()).showPrograms(local, report)(),
    [commands.showMenu]: showMenu(connections, wallet),
    [commands.copyDiagnostics]: async () => (await reports()).copyDiagnostics(context)(),
    [commands.showLog]: () => log.show(),
    [commands.filterJobs]: filterJobs(jobs, tree),
    [commands.cancelAllJobs]: cancelAllJobs(jobs),
    [commands.resumeJobs]: resumeJobs(jobs),
    [commands.compareImages]: compareImages(pictures),
    [commands.openAsMarkdown]: openAsMarkdown,
    [commands.compareWithGit]: compareWithGit(context.offers, pictures),
    [commands.removeEndedJobs]: () => jobs.removeEnded(),
    // The commands of rows in the Jobs view, in the order of their menu.
    [commands.openOutput]: openOutput(tree),
    [commands.revealOutput]: revealOutput(tree),
    [commands.openSource]: openSource(tree),
    [commands.copyPath]: copyPath(tree),
    [commands.compareWithSource]: compareWithSource(jobs, tree, pictures),
    [commands.copyAsMarkdown]: copyAsMarkdown(tree),
    [commands.copyAsImage]: copyAsImage(tree),
    [commands.copyAsPicture]: copyAsPicture(tree),
    [commands.copyAsCss]: copyAsCss(tree),
    [commands.copyAsDataUri]: copyAsDataUri(tree),
    [commands.saveKeptOutput]: saveKeptOutput(jobs, tree),
    [commands.chooseName]: chooseName(jobs, tree),
    [commands.retryJob]: retryJob(context),
    [commands.retryFailed]: retryFailed(context),
    [commands.submitAgain]: submitAgain(jobs, tree),
    [commands.cancelJob]: cancelJob(jobs, tree),
    [commands.undoBatch]: undoBatch(context),
    [commands.convertAgain]: convertAgain(tree),
    [commands.updateReferences]: updateReferences(context),
    [commands.removeJob]: removeJob(jobs, tree),
  };
  return {
    run: async (id, given) => {
      try {
        if (!opensAtOnce.has(id)) await jobs.restored;
        return await handlers[id](...given);
      } catch (error) {
        if (!isCodedError(error)) throw unexpected(id, error, log);
        log.error(`${id}: ${error.code}: ${error.detail}`);
        // Callers need this error, because their arguments are invalid. If a key binding has invalid arguments, VS Code
        // shows the error.
        if (error.code === 'arguments.invalid') {
          error.message = problemText(error);
          throw error;
        }
        void showError(problemText(error));
        return undefined;
      }
    },
    dispose: () => report.dispose(),
  };
}

/** Resumes the jobs of earlier sessions. Only callers that await the result see a failure. */
export function restore(jobs: Jobs, log: Log): Promise<void> {
  const restored = jobs
    .restore()
    .catch((cause: unknown) => Promise.reject(unexpected('The session couldn’t be restored', cause, log)));
  restored.catch(() => {});
  return restored;
}

/**
 * Creates the error for a bug, which is any error without a code. VS Code shows its message and renders links in it, so
 * the message is plain text, too.
 */
function unexpected(what: string, cause: unknown, log: Log): Error {
  log.error(`${what}: ${plainLines(cause)}`);
  return new Error(problemText(problemOf(cause)), { cause });
}
