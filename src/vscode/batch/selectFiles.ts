import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { accepts, type Offer } from '../../planning/offer.ts';
import type { Offers } from '../../planning/offers.ts';
import type { SelectedFile, Selection } from '../../planning/possibilities.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isAbortError } from '../../util/abort.ts';
import { formatOfFile } from '../files/fileFormat.ts';
import { filesBelow } from '../files/folderFiles.ts';
import { say } from '../text/words.ts';
import { isNeverUploaded } from '../network/uploadPolicy.ts';
import { withProgress } from '../ui/progress.ts';
import { earlierResults } from './earlierResults.ts';

export interface SelectionContext {
  readonly offers: Offers;
  readonly jobs: Jobs;
}

/**
 * Looks once at what can be done now and at the files to do it with: folders are expanded to the files in them that the tool
 * takes and that no earlier job made, and files that were picked themselves all stay.
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

/** The same under a progress line, unless a signal tells of something else that is shown; `undefined` when a person canceled. */
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
  /** Where the folder lies that was picked. */
  readonly pickedIn?: vscode.Uri;
}

interface FoundFiles {
  readonly found: readonly FoundFile[];
  /** What is in folders and not for the tool. */
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

/** What lies around one is none of the workspace's. */
function isWorkspaceFolder(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === uri.toString();
}

async function foldersAmong(uris: readonly vscode.Uri[]): Promise<ReadonlySet<vscode.Uri>> {
  const folders = await Promise.all(uris.map(async (uri) => ((await isFolder(uri)) ? uri : [])));
  return new Set(folders.flat());
}

/**
 * A file that is gone counts as a file: its job says that it is gone. VS Code would ask its window about one on the disk, too, and
 * that draws a list at this moment.
 */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    if (uri.scheme === 'file') return (await stat(uri.fsPath)).isDirectory();
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
