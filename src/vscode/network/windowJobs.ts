import * as vscode from 'vscode';
import { realpathSync } from 'node:fs';
import { type UploadConsents, matchesGlobs } from '../../planning/uploads.ts';
import type { FileStore } from '../../jobs/core/fileStore.ts';
import { Jobs } from '../../jobs/jobs.ts';
import { systemClock } from '../../util/clock.ts';
import type { Connections } from './connections.ts';
import { pictureFinder } from '../files/shownPictures.ts';
import { historySettings, currentSettings } from '../settings.ts';
import { planProblem } from '../../planning/offer.ts';
import type { Job, Problem } from '../../jobs/core/job.ts';
import { sourcesOf } from '../../jobs/core/jobFiles.ts';

interface WindowParts {
  readonly connections: Connections;
  readonly files: FileStore;
  readonly consents: UploadConsents;
  /** Path of the storage folder that all windows share. */
  readonly storageFolder: string;
  readonly log: (message: string) => void;
}

/** Creates the jobs of this window. They always use the current settings. */
export function windowJobs(parts: WindowParts): Jobs {
  const { connections, files, consents, storageFolder, log } = parts;
  return new Jobs({
    services: (id) => connections.service(id),
    files,
    storageFolder,
    pictures: {
      find: pictureFinder(),
      mayBeSent: (uri, service) => service === 'local' || !isNeverUploaded(vscode.Uri.parse(uri)),
    },
    precondition: uploadPrecondition(consents),
    history: historySettings,
    clock: systemClock,
    log,
  });
}

/** True if the setting `neverUpload` matches a file. */
export function isNeverUploaded(uri: vscode.Uri): boolean {
  const globs = currentSettings.neverUpload(uri);
  return globs.length > 0 && matchesGlobs(globs, pathsOf(uri));
}

/**
 * The reason why a job must not be submitted. It is checked right before the submission, because settings may have
 * changed since the job was planned, and a retried job may be old. The user must have agreed to uploads to the current
 * address, in any workspace.
 */
function uploadPrecondition(consents: UploadConsents): (job: Job) => Problem | undefined {
  return ({ service, ...job }) => {
    if (service === 'local') return undefined;
    if (currentSettings.forbidsUploads())
      return planProblem('upload.not_allowed', 'The setting runOn is localOnly.');
    if (sourcesOf(job).some((source) => isNeverUploaded(vscode.Uri.parse(source))))
      return planProblem('upload.not_allowed', 'The setting neverUpload matches the file.');
    return consents.hasAnywhere(currentSettings.baseUrl()?.origin)
      ? undefined
      : planProblem('upload.not_confirmed', 'The address of the network is new.');
  };
}

/**
 * The paths of a file from the workspace folder and from the root. If the file is a link, also those of its target, so
 * that a link can't bypass the setting.
 */
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
