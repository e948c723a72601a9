import * as vscode from 'vscode';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { planWork, uploadsOf, type WorkPlan } from '../../planning/workPlan.ts';
import type { FileResult } from './api.ts';
import { resultOf, resultOfRefusedFile } from './apiCalls.ts';
import { confirmBatch, type ConfirmContext, priceOf } from '../batch/confirmBatch.ts';
import { selectFiles, type SelectionContext } from '../batch/selectFiles.ts';
import { type SilentContext, runUnattended } from '../batch/runBatch.ts';
import { batchCostText, batchQuestion } from '../batch/batchQuestions.ts';
import { detailsText } from '../batch/optionRows.ts';
import { readInput, workForCode } from '../request/callerRequest.ts';
import { ConfirmedFiles, type AnswerEntry, toolAnswer, compressInput, convertInput } from './toolCalls.ts';
import { currentSettings } from '../settings.ts';
import { code, list, page, paragraph } from '../text/markdown.ts';
import { untrusted, say, sayCount } from '../text/safeText.ts';
import type { ChatTool, ToolQuestion } from '../ui/providers.ts';
import { invalidArguments } from '../../contract/errors.ts';
import { fault } from '../../contract/fault.ts';
import { isInside } from '../../util/files.ts';
import { messageLimit } from '../../util/plainText.ts';
import { withoutTrailing } from '../../util/text.ts';

export type FileToolContext = ConfirmContext & SelectionContext & SilentContext;

/** The question has no room for more names. */
const maxNames = 10;

/**
 * A limit below any cost, so that uploads are always confirmed by the user, even if the chat approves tool calls
 * automatically.
 */
const always = -1;

/** Converts or compresses files in the workspace for a model, once the user has agreed. */
export function fileTool(context: FileToolContext, tool: DocumentedToolId): ChatTool {
  const confirmed = new ConfirmedFiles();
  return {
    question: async (input, signal) => {
      const plan = await planOf(context, tool, input, signal);
      confirmed.ask(
        input,
        plan.planned.map(({ uri }) => uri),
      );
      return questionOf(context, plan);
    },
    run: async (input, signal) => {
      const files = confirmed.take(input);
      const all = await planOf(context, tool, input, signal);
      const plan = { ...all, planned: all.planned.filter(({ uri }) => files.has(uri)) };
      const chosen = uploadsOf(plan).length === 0 ? plan : await confirmBatch(context, plan, always);
      if (chosen === undefined) return toolAnswer({ canceledByThePerson: plan.planned.length }, []);
      const { jobs, refused } = await runUnattended(context, chosen, signal);
      const notConfirmed = all.planned.length - plan.planned.length;
      return answerOf([...jobs.map(resultOf), ...refused.map(resultOfRefusedFile)], notConfirmed);
    },
  };
}

/** The plan for the files as they are now. */
async function planOf(
  context: FileToolContext,
  tool: DocumentedToolId,
  input: unknown,
  signal: AbortSignal,
): Promise<WorkPlan> {
  const { files, ...request } =
    tool === 'convert' ? readInput(convertInput, input) : readInput(compressInput, input);
  const work = workForCode(tool, request, currentSettings.presets());
  const selection = await selectFiles(context, await Promise.all(files.map(workspaceUri)), tool, signal);
  return planWork(selection, work);
}

/** The question, with files, service, and cost; `undefined` if nothing can be done. */
async function questionOf(context: FileToolContext, plan: WorkPlan): Promise<ToolQuestion | undefined> {
  const { planned, work } = plan;
  if (planned.length === 0) return undefined;
  const cost =
    uploadsOf(plan).length === 0 ? { uploads: 0, minCredits: 0 } : (await priceOf(context, plan)).cost;
  const more = planned.length - maxNames;
  const names = planned.slice(0, maxNames).map(({ uri }) => [code(untrusted(pathOf(vscode.Uri.parse(uri))))]);
  const details = detailsText(work);
  const rest = more > 0 ? [[paragraph(sayCount(more, { one: 'and {0} more', other: 'and {0} more' }))]] : [];
  return {
    title: batchQuestion(plan),
    message: page([
      list([...names, ...rest]),
      ...(details === '' ? [] : [paragraph(details)]),
      paragraph(
        work.inPlace === true
          ? say('The source files are replaced. Undo restores them.')
          : say('Results are saved as new files. No file is replaced.'),
      ),
      // Without a network, nobody expects charges.
      ...(context.connections.networkOrigin() === undefined
        ? []
        : [paragraph(batchCostText(planned.length, cost))]),
      paragraph(
        cost.uploads === 0
          ? say('Nothing is uploaded.')
          : say('You’ll be asked again before files are uploaded to the network.'),
      ),
    ]),
  };
}

function answerOf(results: readonly FileResult[], notConfirmed: number): string {
  const saved = results.filter(({ status }) => status === 'saved').length;
  const left = notConfirmed === 0 ? {} : { notConfirmed };
  return toolAnswer({ saved, notSaved: results.length - saved, ...left }, results.map(entryOf));
}

function entryOf({ source, status, output, sourceBytes, outputBytes, error }: FileResult): AnswerEntry {
  return {
    file: pathOf(source),
    status,
    output: output && pathOf(output),
    bytesBefore: sourceBytes,
    bytesAfter: outputBytes,
    errorCode: error?.code,
    errorMessage: error?.message,
  };
}

function pathOf(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(uri);
}

/**
 * The file or folder in the workspace that a model names, by an absolute path or one relative to a workspace folder. If
 * there are several folders, the path may start with a folder's name.
 * @throws CodedError `arguments.invalid` if it doesn't exist, or links lead outside the workspace; the error doesn't
 * say which
 */
export async function workspaceUri(name: string): Promise<vscode.Uri> {
  for (const uri of candidates(name).map(normalized)) if (await isWithin(uri)) return uri;
  throw invalidArguments(fault('arguments.outsideWorkspace', name.slice(0, messageLimit.most)));
}

function candidates(name: string): vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (path.isAbsolute(name)) return folders.map(({ uri }) => uri.with({ path: vscode.Uri.file(name).path }));
  const [first = '', ...rest] = name.split(/[\\/]/);
  return folders.flatMap((folder) => [
    ...(folders.length > 1 && folder.name === first ? [vscode.Uri.joinPath(folder.uri, ...rest)] : []),
    vscode.Uri.joinPath(folder.uri, name),
  ]);
}

/** A URI without dot segments, and without a trailing slash. */
function normalized(uri: vscode.Uri): vscode.Uri {
  return uri.with({ path: withoutTrailing(path.posix.normalize(uri.path), /\//) || '/' });
}

/** True if a URI is in the workspace after resolving links. Files outside it are never accessed. */
async function isWithin(uri: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return false;
  try {
    await vscode.workspace.fs.stat(uri);
    if (uri.scheme !== 'file') return true;
    const real = await realpath(uri.fsPath);
    return (await realFolders()).some((folder) => isInside(real, folder));
  } catch {
    return false;
  }
}

async function realFolders(): Promise<string[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const local = folders.filter(({ uri }) => uri.scheme === 'file');
  return Promise.all(local.map(async ({ uri }) => realpath(uri.fsPath).catch(() => uri.fsPath)));
}
