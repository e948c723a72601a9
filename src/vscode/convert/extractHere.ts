import path from 'node:path';
import * as vscode from 'vscode';
import { problemOf } from '../../jobs/core/problem.ts';
import { plainLines } from '../../util/plainText.ts';
import { commands } from '../../manifest.ts';
import { confirmUndo } from '../batch/confirmBatch.ts';
import { askForPassword } from '../batch/followBatch.ts';
import { filesFor, urisOf } from '../files/commandFiles.ts';
import type { LocalService } from '../localService/localService.ts';
import { namesText, undoText } from '../text/batches.ts';
import { fileName } from '../text/names.ts';
import { detailText, problemText } from '../text/problems.ts';
import { say, sayCount, sentences, type SafeText, untrusted } from '../text/safeText.ts';
import type { Log } from '../ui/environment.ts';
import { commandAction, showInformation, showWarning, withProgress } from '../ui/messages.ts';
import { type ExtractedFolder, extractBeside, isUnchanged } from './extraction.ts';

/** The extracted folders, and the reasons why others weren't, in sentences. */
interface Outcome {
  readonly folders: readonly ExtractedFolder[];
  readonly failures: readonly SafeText[];
  /** Archives that need a password or another one. */
  readonly locked: readonly vscode.Uri[];
  readonly isCanceled: boolean;
}

interface Parts {
  readonly local: LocalService;
  readonly log: Log;
}

/**
 * Extract Here: extracts each archive into a new folder beside it, on this computer and without a job. Returns the URIs of
 * the folders.
 */
export function extractHere(parts: Parts) {
  return async (clicked?: unknown, selected?: unknown): Promise<vscode.Uri[]> =>
    extract(parts, await filesFor(await urisOf(clicked, selected), say('Extract Here')));
}

/** Extracts archives, and reports the outcome in a message. If some are locked, it asks for their password. */
async function extract(parts: Parts, uris: readonly vscode.Uri[], password?: string): Promise<vscode.Uri[]> {
  const outcome = await withProgress(
    { place: 'notification', title: say('Extracting'), cancellable: true },
    async (signal, report) => extractAll(parts, uris, password, signal, report),
  );
  const { folders, locked } = outcome;
  const unlock = async (): Promise<void> => {
    const entered = await askForPassword(locked.map(String));
    if (entered !== undefined) await extract(parts, locked, entered);
  };
  void showOutcome(outcome, unlock);
  return folders.map((folder) => vscode.Uri.file(folder.path));
}

async function extractAll(
  { local, log }: Parts,
  uris: readonly vscode.Uri[],
  password: string | undefined,
  signal: AbortSignal,
  report: (name: SafeText) => void,
): Promise<Outcome> {
  const folders: ExtractedFolder[] = [];
  const failures: SafeText[] = [];
  const locked: vscode.Uri[] = [];
  for (const uri of uris) {
    if (signal.aborted) break;
    const name = fileName(uri.toString());
    report(name);
    try {
      if (uri.scheme !== 'file') failures.push(say('{0}: Copy the archive to the disk to extract it.', name));
      else folders.push(await extractBeside(local, uri.fsPath, signal, password));
    } catch (error) {
      if (signal.aborted) break;
      const problem = problemOf(error);
      log.error(`Extract Here: ${plainLines(error)}`);
      const isLocked = problem.code === 'conversion.password_needed';
      failures.push(say('{0}: {1}', name, isLocked ? detailText(problem) : problemText(problem)));
      if (isLocked) locked.push(uri);
    }
  }
  return { folders, failures, locked, isCanceled: signal.aborted };
}

/** One message about all archives: the new folders, and what isn't in them or has another name. */
async function showOutcome(
  { folders, failures, locked, isCanceled }: Outcome,
  unlock: () => Promise<void>,
): Promise<void> {
  const [first] = folders;
  const sentenceAbout = (kind: 'skipped' | 'renamed', text: typeof skippedText): SafeText | undefined => {
    const count = sumOf(folders.map((folder) => folder[kind].count));
    const names = folders.flatMap((folder) => folder[kind].names).map(untrusted);
    return count === 0 ? undefined : text(count, namesText(names, count));
  };
  const message = sentences([
    isCanceled ? say('Canceled.') : undefined,
    first && extractedText(folders),
    sentenceAbout('skipped', skippedText),
    sentenceAbout('renamed', renamedText),
    ...failures,
  ]);
  if (message === '') return;
  const show = failures.length > 0 || isCanceled ? showWarning : showInformation;
  const uri = first && vscode.Uri.file(first.path);
  const isListed = uri !== undefined && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await show(
    message,
    ...(locked.length > 0 ? [{ title: say('Enter Password…'), run: unlock }] : []),
    ...(first ? [{ title: say('Undo'), run: async () => undo(folders) }] : []),
    // The last button appears where Cancel was, so it changes nothing. VS Code would cut off a message without a button.
    isListed
      ? commandAction(say('Reveal in Explorer'), 'revealInExplorer', uri)
      : commandAction(say('Show Log'), commands.showLog),
  );
}

function extractedText(folders: readonly ExtractedFolder[]): SafeText {
  const count = sumOf(folders.map(({ files }) => files));
  const names = namesText(folders.map((folder) => untrusted(path.basename(folder.path))));
  return sayCount(count, { one: 'Extracted {0} file to {1}.', other: 'Extracted {0} files to {1}.' }, names);
}

function skippedText(count: number, names: SafeText): SafeText {
  return sayCount(
    count,
    { one: 'Skipped {0} link or special file: {1}.', other: 'Skipped {0} links and special files: {1}.' },
    names,
  );
}

function renamedText(count: number, names: SafeText): SafeText {
  return sayCount(
    count,
    {
      one: '{0} file has a new name because its own was taken or invalid: {1}.',
      other: '{0} files have new names because their own were taken or invalid: {1}.',
    },
    names,
  );
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Moves the folders to the trash, unless something in them was changed. Asks first if there are several. */
async function undo(folders: readonly ExtractedFolder[]): Promise<void> {
  if (!(await confirmUndo(folders.length))) return;
  let removed = 0;
  for (const folder of folders) {
    if (!(await isUnchanged(folder))) continue;
    const isGone = await discard(folder).then(
      () => true,
      () => false,
    );
    if (isGone) removed += 1;
  }
  void showInformation(undoText({ removed, restored: 0, kept: folders.length - removed }));
}

/** If there is no trash, deletes the folder, as long as its archive still exists. */
async function discard({ path: folder, archive }: ExtractedFolder): Promise<void> {
  const uri = vscode.Uri.file(folder);
  try {
    await vscode.workspace.fs.delete(uri, { recursive: true, useTrash: true });
  } catch {
    await vscode.workspace.fs.stat(vscode.Uri.file(archive));
    await vscode.workspace.fs.delete(uri, { recursive: true, useTrash: false });
  }
}
