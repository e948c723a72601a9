import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { DocumentedToolId, ToolId } from '../../contract/tools.ts';
import { accepts, type Offer, type Offers } from '../../planning/offer.ts';
import type { SelectedFile, Selection } from '../../planning/possibilities.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isAbortError } from '../../util/abort.ts';
import { formatOfFile, filesBelow } from '../files/workspaceFiles.ts';
import { say } from '../text/safeText.ts';
import { isNeverUploaded } from '../network/windowJobs.ts';
import { withProgress } from '../ui/messages.ts';
import type { Job } from '../../jobs/core/job.ts';
import { outputsOf } from '../../jobs/core/jobFiles.ts';
import { fileKey } from '../../jobs/core/fileUri.ts';
import { splitName } from '../../contract/safeFileName.ts';
import { currentSettings } from '../settings.ts';

export interface SelectionContext {
  readonly offers: Offers;
  readonly jobs: Jobs;
}

/**
 * Determines the files, and what is possible with them now. Selected folders stand for the supported files in them that
 * aren't results of earlier jobs. Directly selected files are all kept.
 * @throws the signal's reason
 */
export async function selectFiles(
  { offers, jobs }: SelectionContext,
  uris: readonly vscode.Uri[],
  tool: DocumentedToolId,
  signal: AbortSignal = new AbortController().signal,
): Promise<Selection> {
  const [offer, folders] = await Promise.all([offers.current(), foldersAmong(uris), jobs.restored]);
  const { found, others, truncated } = await expandFolders(uris, folders, tool, offer, signal);
  const inFolders = found.filter(({ inFolder }) => inFolder).map(({ uri }) => uri);
  const results = await earlierResults(inFolders, jobs.all(), tool);
  return {
    offer,
    files: found.filter(({ uri }) => !results.has(uri)).map(selectedFile),
    others: others.map(selectedFile),
    results: found.filter(({ uri }) => results.has(uri)).map(selectedFile),
    truncated,
  };
}

/**
 * Selects files, with progress in the status bar unless `canceling` is given, because the caller shows progress then.
 * Resolves to `undefined` if the user cancels.
 */
export async function selectForPerson(
  context: SelectionContext,
  uris: readonly vscode.Uri[],
  tool: DocumentedToolId,
  canceling?: AbortSignal,
): Promise<Selection | undefined> {
  const select = async (signal: AbortSignal): Promise<Selection | undefined> => {
    try {
      return await selectFiles(context, uris, tool, signal);
    } catch (error) {
      if (isAbortError(error)) return undefined;
      throw error;
    }
  };
  if (canceling !== undefined) return select(canceling);
  return withProgress({ place: 'statusBar', cancellable: true, title: say('Looking for files') }, select);
}

interface FoundFile {
  readonly uri: vscode.Uri;
  readonly format: string | undefined;
  readonly inFolder: boolean;
  /** The folder that contains the selected folder. */
  readonly pickedIn?: vscode.Uri;
}

interface FoundFiles {
  readonly found: readonly FoundFile[];
  /** Files in selected folders that the tool doesn't support. */
  readonly others: readonly FoundFile[];
  readonly truncated: boolean;
}

function selectedFile({ uri, format, inFolder, pickedIn }: FoundFile): SelectedFile {
  return {
    uri: uri.toString(),
    format,
    inFolder,
    ...(pickedIn === undefined ? {} : { pickedIn: pickedIn.toString() }),
    neverUploaded: isNeverUploaded(uri),
  };
}

async function expandFolders(
  uris: readonly vscode.Uri[],
  folders: ReadonlySet<vscode.Uri>,
  tool: DocumentedToolId,
  offer: Offer,
  signal: AbortSignal,
): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const others = new Map<string, FoundFile>();
  let truncated = false;
  const formats = new Map<vscode.Uri, string>();
  const takes = async (uri: vscode.Uri): Promise<boolean> => {
    const format = await formatOfFile(uri, { thorough: false });
    if (format === undefined || !accepts(offer, tool, format)) return false;
    formats.set(uri, format);
    return true;
  };
  for (const uri of uris) {
    if (folders.has(uri)) {
      const below = await filesBelow(uri, takes, signal);
      const pickedIn = isWorkspaceFolder(uri) ? uri : vscode.Uri.joinPath(uri, '..');
      for (const file of below.files) {
        const format = formats.get(file);
        if (files.has(file.toString())) continue;
        files.set(file.toString(), { uri: file, format, inFolder: true, pickedIn });
      }
      for (const file of below.others)
        others.set(file.toString(), { uri: file, format: undefined, inFolder: true, pickedIn });
      truncated ||= below.truncated;
    } else {
      const format = await formatOfFile(uri, { thorough: true });
      files.set(uri.toString(), { uri, format, inFolder: false });
    }
  }
  const only = [...others].flatMap(([uri, file]) => (files.has(uri) ? [] : file));
  return { found: [...files.values()], others: only, truncated };
}

/** True for a workspace folder, whose parent isn't part of the workspace. */
function isWorkspaceFolder(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === uri.toString();
}

async function foldersAmong(uris: readonly vscode.Uri[]): Promise<ReadonlySet<vscode.Uri>> {
  const folders = await Promise.all(uris.map(async (uri) => ((await isFolder(uri)) ? uri : [])));
  return new Set(folders.flat());
}

/**
 * True for a folder. A missing file counts as a file, and its job reports that. Reads the disk directly, because VS
 * Code would ask its window, which may be busy drawing a list.
 */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    if (uri.scheme === 'file') return (await stat(uri.fsPath)).isDirectory();
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

/**
 * The files that are unchanged results of earlier jobs, as far as the list of jobs contains those. For compression,
 * also files named like another file plus the suffix for compressed files.
 */
export async function earlierResults(
  uris: readonly vscode.Uri[],
  jobs: readonly Job[],
  tool: ToolId,
): Promise<ReadonlySet<vscode.Uri>> {
  const outputs = outputsOf(jobs, tool);
  const keys = new Set(uris.map((uri) => fileKey(uri.toString())));
  const isResult = async (uri: vscode.Uri): Promise<boolean> => {
    if (tool === 'compress' && keys.has(sourceKey(uri))) return true;
    const key = fileKey(uri.toString());
    return outputs.has(key) && (await hasSize(uri, outputs.get(key)));
  };
  const results = await Promise.all(uris.map(isResult));
  return new Set(uris.filter((_, index) => results[index]));
}

/** The key of the file whose name a compressed file has without the suffix; empty if there is no suffix. */
function sourceKey(uri: vscode.Uri): string {
  const { suffix } = currentSettings.placement(uri);
  const { stem, extension } = splitName(uri.path.slice(1 + uri.path.lastIndexOf('/')));
  if (suffix === '' || !stem.endsWith(suffix)) return '';
  return fileKey(vscode.Uri.joinPath(uri, '..', stem.slice(0, -suffix.length) + extension).toString());
}

async function hasSize(uri: vscode.Uri, sizeBytes: number | undefined): Promise<boolean> {
  if (sizeBytes === undefined) return true;
  const facts = await Promise.resolve(vscode.workspace.fs.stat(uri)).catch(() => undefined);
  return facts?.size === sizeBytes;
}
