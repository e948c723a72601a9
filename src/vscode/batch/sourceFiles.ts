import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { ToolId } from '../../contract/tools.ts';
import { accepts, type Offer } from '../../formats/offer.ts';
import { filesBelow } from '../files/folderFiles.ts';

/** A file that was picked, and what its name says it is. */
export interface SourceFile {
  readonly uri: vscode.Uri;
  readonly format: string | undefined;
  /** Whether it was found in a folder: nobody asked for it by name. */
  readonly inFolder: boolean;
}

/** Expands folders to the files in them that the tool takes; files that were picked themselves all stay. */
export async function sourceFiles(
  uris: readonly vscode.Uri[],
  tool: ToolId,
  offer: Offer,
  signal: AbortSignal,
): Promise<{ files: SourceFile[]; truncated: boolean }> {
  const files = new Map<string, SourceFile>();
  let truncated = false;
  const takes = (uri: vscode.Uri): boolean => {
    const format = formatOfFileName(uri.path);
    return format !== undefined && accepts(offer, tool, format);
  };
  const add = (uri: vscode.Uri, inFolder: boolean): void => {
    const earlier = files.get(uri.toString());
    const wasPicked = earlier !== undefined && !earlier.inFolder;
    files.set(uri.toString(), { uri, format: formatOfFileName(uri.path), inFolder: inFolder && !wasPicked });
  };
  for (const uri of uris) {
    if (await isFolder(uri)) {
      const below = await filesBelow(uri, takes, signal);
      for (const file of below.files) add(file, true);
      truncated ||= below.truncated;
    } else add(uri, false);
  }
  return { files: [...files.values()], truncated };
}

/** A file that is gone is not a folder; it gets its own clear error when its turn comes. */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
