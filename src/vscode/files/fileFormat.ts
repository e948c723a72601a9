import * as vscode from 'vscode';
import { formatOfHead, headBytes } from '../../contract/formats/formatOfHead.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { readHead } from '../../util/files.ts';
import { maxVirtualFileBytes } from './workspaceFileStore.ts';

/**
 * The format of a file by its name, or by its content if its name has no extension. Files that aren't on disk can only
 * be read as a whole, so their content is only checked if `thorough` is set.
 */
export async function formatOfFile(
  uri: vscode.Uri,
  { thorough }: { thorough: boolean },
): Promise<string | undefined> {
  const named = formatOfFileName(uri.path);
  if (named !== undefined || (uri.scheme !== 'file' && !thorough)) return named;
  try {
    return formatOfHead(
      uri.scheme === 'file' ? await readHead(uri.fsPath, headBytes) : await headElsewhere(uri),
    );
  } catch {
    // The file's job reports that it can't be read.
    return undefined;
  }
}

async function headElsewhere(uri: vscode.Uri): Promise<Buffer> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > maxVirtualFileBytes) return Buffer.alloc(0);
  return Buffer.from(await vscode.workspace.fs.readFile(uri)).subarray(0, headBytes);
}
