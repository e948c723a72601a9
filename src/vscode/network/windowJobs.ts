import * as vscode from 'vscode';
import { pollPace } from '../../contract/dialect.ts';
import type { UploadConsents } from '../../planning/uploads.ts';
import type { FileStore } from '../../jobs/files/fileStore.ts';
import { Jobs } from '../../jobs/jobs.ts';
import type { LocalService } from '../localService/localService.ts';
import { systemClock } from '../../util/clock.ts';
import type { Connections } from './connections.ts';
import { pictureFinder } from '../files/shownPictures.ts';
import { historySettings } from '../settings.ts';
import { isNeverUploaded, uploadPrecondition } from './uploadPolicy.ts';

interface WindowParts {
  readonly connections: Connections;
  readonly local: LocalService;
  readonly files: FileStore;
  readonly consents: UploadConsents;
  /** Path of the storage folder that all windows share. */
  readonly storageFolder: string;
  readonly log: (message: string) => void;
}

/** Creates the jobs of this window. They always use the current settings. */
export function windowJobs(parts: WindowParts): Jobs {
  const { connections, local, files, consents, storageFolder, log } = parts;
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
    pace: (id) => (id === 'local' ? local.pace : pollPace),
    clock: systemClock,
    log,
  });
}
