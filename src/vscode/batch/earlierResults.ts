import * as vscode from 'vscode';
import type { ToolId } from '../../contract/tools.ts';
import type { Job } from '../../jobs/core/job.ts';
import { outputsOf } from '../../jobs/core/jobFiles.ts';
import { fileKey } from '../../jobs/files/fileUri.ts';
import { splitName } from '../../jobs/placement/safeFileName.ts';
import { currentSettings } from '../settings.ts';

/**
 * Those of the files that earlier jobs made, as far as these are remembered and nobody has changed the file since; for
 * compression, also a file that has the name of one beside it and the suffix of compressed files.
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

/** The key of the file that a compressed file beside it would be named after; of nothing where it has no such name. */
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
