import { realpathSync } from 'node:fs';
import * as vscode from 'vscode';
import { isNamedBy } from '../../planning/neverUpload.ts';
import { planProblem } from '../../planning/planProblem.ts';
import type { UploadConsents } from '../../planning/uploadConsents.ts';
import type { Job, Problem } from '../../jobs/core/job.ts';
import { sourcesOf } from '../../jobs/core/jobFiles.ts';
import { currentSettings } from '../settings.ts';

/** Whether the setting `neverUpload` keeps a file from the network. */
export function isNeverUploaded(uri: vscode.Uri): boolean {
  const globs = currentSettings.neverUpload(uri);
  return globs.length > 0 && isNamedBy(globs, pathsOf(uri));
}

/**
 * What stands against a submission, asked right before it: settings may have changed since the job was planned, and a job that
 * is tried again was planned long ago. The person has agreed to uploads to the address of today, if in another workspace.
 */
export function uploadObjection(consents: UploadConsents): (job: Job) => Problem | undefined {
  return ({ service, ...job }) => {
    if (service === 'local') return undefined;
    if (currentSettings.forbidsUploads())
      return planProblem('upload.not_allowed', 'The setting runOn is localOnly.');
    if (sourcesOf(job).some((source) => isNeverUploaded(vscode.Uri.parse(source))))
      return planProblem('upload.not_allowed', 'The setting neverUpload names it.');
    return consents.hasAnywhere(currentSettings.baseUrl()?.origin)
      ? undefined
      : planProblem('upload.not_confirmed', 'The address of the network is new.');
  };
}

/** Its paths from the workspace folder and from the root, and those of what a link leads to: a link must not be a way around. */
function pathsOf(uri: vscode.Uri): string[] {
  const uris = uri.scheme === 'file' ? [uri, realUri(uri)] : [uri];
  return uris.flatMap((each) => [
    vscode.workspace.asRelativePath(each, false),
    each.path,
    each.path.slice(1),
  ]);
}

function realUri(uri: vscode.Uri): vscode.Uri {
  try {
    return vscode.Uri.file(realpathSync(uri.fsPath));
  } catch {
    return uri;
  }
}
