import { join } from 'node:path';
import { type PollPace, pollPace } from '../contract/dialect.ts';
import type { Clock } from '../util/clock.ts';
import { DisposableStore } from '../util/disposable.ts';
import type { Processes } from '../util/lease.ts';
import { Activities } from './core/activities.ts';
import { type HistoryLimits, JobStore } from './core/jobStore.ts';
import type { Job, Problem } from './core/job.ts';
import type { NetworkService, Service, ServiceId } from './core/service.ts';
import type { FileStore } from './core/fileStore.ts';
import { Journal } from './journal/journal.ts';
import { journalFolder } from './journal/journalFolder.ts';
import { Leases } from './journal/leases.ts';
import { OtherJournals } from './journal/journalContent.ts';
import { Backups } from './placement/undo.ts';
import { UndoHistory } from './core/undoEntry.ts';
import { KeptOutputs } from './placement/keptOutputs.ts';
import { Placer } from './placement/placer.ts';
import { DuplicateSubmissions } from './queue/duplicates.ts';
import { JobPreparation } from './queue/preparation.ts';
import { LocalConversion } from './queue/localConversion.ts';
import { SubmissionQueue } from './queue/submissionQueue.ts';
import type { PictureFinder } from './queue/shownPictures.ts';
import { Submitter } from './queue/submitter.ts';
import { JobFolders } from './queue/jobFolders.ts';
import { Restoration } from './restoration.ts';
import { Deliveries } from './transfer/deliveries.ts';
import { Downloader } from './transfer/downloader.ts';
import { OfflineProbe, OutageDetector } from './transfer/outages.ts';
import { Poller } from './transfer/poller.ts';
import { RemoteFaults } from './transfer/remoteFaults.ts';

export interface JobsOptions {
  readonly services: (id: ServiceId) => Promise<Service>;
  readonly files: FileStore;
  /** Path of a folder on disk that all windows share, for journals, backups, and kept outputs. */
  readonly storageFolder: string;
  /** Finds the pictures to embed in texts. Without it, texts are submitted unchanged. */
  readonly pictures?: PictureFinder;
  /** Checked right before a job is submitted. If this returns a problem, the job fails with it, and nothing is sent. */
  readonly precondition?: (job: Job) => Problem | undefined;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** The pace at which the network is polled. By default, as api.md, Client behavior 3 recommends. */
  readonly pace?: PollPace;
  readonly history?: HistoryLimits;
  readonly processes?: Processes;
  /** Returns a number from 0 to below 1, for jitter. */
  readonly random?: () => number;
}

/** The parts that `Jobs` calls. The others only react to the store's events. */
export interface JobParts {
  readonly store: JobStore;
  readonly activities: Activities;
  readonly queue: SubmissionQueue;
  readonly poller: Poller;
  readonly kept: KeptOutputs;
  readonly undoHistory: UndoHistory;
  readonly backups: Backups;
  readonly journal: Journal;
  readonly leases: Leases;
  readonly restoration: Restoration;
  /** Everything to dispose, except the activities, which are disposed first. */
  readonly owned: DisposableStore;
}

export function buildJobParts(options: JobsOptions): JobParts {
  const { files, storageFolder, clock, log } = options;
  const { random = Math.random, pace = pollPace, precondition = () => undefined } = options;
  const folder = journalFolder(storageFolder);
  const owned = new DisposableStore();
  // Parts are disposed in reverse order, so the lease is released when nothing more is written.
  const leases = owned.add(new Leases(folder, clock, options.processes));
  const journal = owned.add(new Journal(folder, leases.owner, log));
  const store = owned.add(new JobStore(journal));
  const probe = owned.add(new OfflineProbe(store, clock));
  const outages = owned.add(new OutageDetector(store, clock));
  const services = async (id: ServiceId): Promise<Service> => {
    const service = await options.services(id);
    return service.hosted ? outages.watched(service) : service;
  };
  const network = async (): Promise<NetworkService> => {
    const service = await services('network');
    if (!service.hosted) throw new Error('The network is a service on this computer');
    return service;
  };
  const shared = { store, journal, files, clock, random, log };

  const undoHistory = new UndoHistory(journal);
  const kept = new KeptOutputs(files, join(storageFolder, 'kept'));
  const backups = new Backups(files, join(storageFolder, 'backups'), undoHistory, clock);
  const placer = new Placer({ ...shared, kept, undoHistory, backups });

  const activities = new Activities((error) => log(`A job failed unexpectedly: ${String(error)}`));
  const faults = new RemoteFaults(shared);
  const downloader = new Downloader({ ...shared, kept, faults, network });
  const duplicates = new DuplicateSubmissions(
    store,
    new OtherJournals(folder, (name) => journal.wrote(name)),
  );
  const preparation = new JobPreparation({ ...shared, pictures: options.pictures, precondition });
  const submitter = new Submitter({ ...shared, preparation, duplicates });
  const folders = owned.add(new JobFolders(join(storageFolder, 'work')));
  const localConversion = new LocalConversion({ ...shared, preparation, folders, kept });
  const onHeard = (id: ServiceId): void => probe.heard(id);
  const queue = owned.add(
    new SubmissionQueue({
      ...shared,
      services,
      pace,
      activities,
      submitter,
      localConversion,
      leases,
      onHeard,
    }),
  );
  const poller = owned.add(new Poller({ ...shared, network, pace, faults, onHeard }));
  owned.add(new Deliveries(store, activities, downloader, placer));
  const restoration = owned.add(new Restoration({ ...shared, folder, leases, undoHistory, kept }));

  return {
    store,
    activities,
    queue,
    poller,
    kept,
    undoHistory,
    backups,
    journal,
    leases,
    restoration,
    owned,
  };
}
