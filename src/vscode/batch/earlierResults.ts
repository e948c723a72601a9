import * as vscode from 'vscode';
import type { ToolId } from '../../contract/tools.ts';
import type { Job } from '../../jobs/core/job.ts';
import { outputsOf } from '../../jobs/core/jobFiles.ts';
import { fileKey } from '../../jobs/files/fileUri.ts';
import { splitName } from '../../contract/safeFileName.ts';
import { currentSettings } from '../settings.ts';

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
