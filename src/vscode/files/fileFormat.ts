import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import { formatOfHead, headBytes } from '../../contract/formats/formatOfHead.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
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
    return formatOfHead(uri.scheme === 'file' ? await headOnDisk(uri.fsPath) : await headElsewhere(uri));
  } catch {
    // The file's job reports that it can't be read.
    return undefined;
  }
}

async function headOnDisk(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function headElsewhere(uri: vscode.Uri): Promise<Buffer> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > maxVirtualFileBytes) return Buffer.alloc(0);
  return Buffer.from(await vscode.workspace.fs.readFile(uri)).subarray(0, headBytes);
}
