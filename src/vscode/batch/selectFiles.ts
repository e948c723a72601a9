import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import { accepts, type Offer } from '../../formats/offer.ts';
import type { Offers } from '../../formats/offers.ts';
import type { SelectedFile, Selection } from '../../formats/possibilities.ts';
import { isAbortError } from '../../util/abort.ts';
import { filesBelow } from '../files/folderFiles.ts';
import { say } from '../text/words.ts';
import { isNeverUploaded } from '../uploadPolicy.ts';
import { withProgress } from '../window/progress.ts';

/**
 * Looks once at what can be done now and at the files to do it with: folders are expanded to the files in them that the tool
 * takes, and files that were picked themselves all stay.
 * @throws the signal's reason
 */
export async function selectFiles(
  offers: Offers,
  uris: readonly vscode.Uri[],
  tool: DocumentedToolId,
  signal: AbortSignal = new AbortController().signal,
): Promise<Selection> {
  const offer = await offers.current();
  const { found, others, truncated } = await expandFolders(uris, tool, offer, signal);
  return { offer, files: found.map(selectedFile), others: others.map(selectedFile), truncated };
}

/** The same under a progress line; `undefined` when a person canceled. */
export async function selectForPerson(
  offers: Offers,
  uris: readonly vscode.Uri[],
  tool: DocumentedToolId,
): Promise<Selection | undefined> {
  const options = { place: 'statusBar', cancellable: true, title: say('Looking for files') } as const;
  return withProgress(options, async (signal) => {
    try {
      return await selectFiles(offers, uris, tool, signal);
    } catch (error) {
      if (isAbortError(error)) return undefined;
      throw error;
    }
  });
}

interface FoundFile {
  readonly uri: vscode.Uri;
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

function selectedFile({ uri, inFolder, pickedIn }: FoundFile): SelectedFile {
  return {
    uri: uri.toString(),
    format: formatOfFileName(uri.path),
    inFolder,
    ...(pickedIn === undefined ? {} : { pickedIn: pickedIn.toString() }),
    neverUploaded: isNeverUploaded(uri),
  };
}

async function expandFolders(
  uris: readonly vscode.Uri[],
  tool: DocumentedToolId,
  offer: Offer,
  signal: AbortSignal,
): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const others = new Map<string, FoundFile>();
  let truncated = false;
  const takes = (uri: vscode.Uri): boolean => {
    const format = formatOfFileName(uri.path);
    return format !== undefined && accepts(offer, tool, format);
  };
  for (const uri of uris) {
    if (await isFolder(uri)) {
      const below = await filesBelow(uri, takes, signal);
      const pickedIn = isWorkspaceFolder(uri) ? uri : vscode.Uri.joinPath(uri, '..');
      for (const [all, each] of [
        [files, below.files],
        [others, below.others],
      ] as const) {
        for (const file of each) {
          if (!files.has(file.toString())) all.set(file.toString(), { uri: file, inFolder: true, pickedIn });
        }
      }
      truncated ||= below.truncated;
    } else files.set(uri.toString(), { uri, inFolder: false });
  }
  return { found: [...files.values()], others: [...others.values()], truncated };
}

/** What lies around one is none of the workspace's. */
function isWorkspaceFolder(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() === uri.toString();
}

/** A file that is gone counts as a file: its job says that it is gone. */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
