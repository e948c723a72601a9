import { removeLeftovers } from '../../engines/index.ts';
import { provenMechanisms } from '../../engines/programs/confinement/mechanisms.ts';
import { defaultSearch, type ProgramFinder, programFinder } from '../../engines/programs/findPrograms.ts';
import { createConversionRuntime, type ConversionRuntime } from '../../service/worker/conversionRuntime.ts';
import { systemClock } from '../../util/clock.ts';
import { DisposableStore } from '../../util/disposable.ts';
import { LeasedFolder } from '../../util/lease.ts';
import { LedgerWallet } from '../accounts/wallet.ts';
import { type ConnectedConfiguration, ConfigurationError } from '../configuration.ts';
import { variableOf } from '../settings.ts';
import { Channel } from '../database/channel.ts';
import { Database } from '../database/database.ts';
import { prepareDatabase } from '../database/migrate.ts';
import { endedChannelName } from '../jobs/endedJobs.ts';
import { DiskSpace } from '../store/diskSpace.ts';
import type { ObjectStore } from '../store/objectStore.ts';
import { openStore, WatchedStore } from '../store/openStore.ts';
import { hiddenFiles, isolateEngines } from './isolation.ts';
import type { NodeLog } from './log.ts';
import { Metrics } from './metrics.ts';
import { Readiness } from './readiness.ts';

/** The objects that every role of a node uses. */
export interface NodeParts {
  readonly configuration: ConnectedConfiguration;
  readonly database: Database;
  readonly wallet: LedgerWallet;
  /** The channel that notifies workers of due jobs. Workers also poll. */
  readonly dueChannel: Channel;
  /** The channel that notifies API nodes of ended jobs. */
  readonly endedChannel: Channel;
  readonly store: ObjectStore;
  /** The private folder of this process. */
  readonly folder: string;
  readonly diskSpace: DiskSpace;
  readonly readiness: Readiness;
  readonly engines: ConversionRuntime;
  /** True if engines can't access the node's secrets. */
  readonly areEnginesIsolated: boolean;
  readonly programs: ProgramFinder;
  readonly log: NodeLog;
  readonly metrics: Metrics;
  readonly close: () => Promise<void>;
}

/** The number of database connections for everything except jobs, each of which occasionally uses one. */
const connectionsBesideJobs = 8;
const maxWaitingMeasurements = 1000;
/** The limits for measuring files: two files at the same time, and one per account. */
const measurementsPerAccount = { maxParallel: 1, maxWaiting: maxWaitingMeasurements / 2 };
const unisolated = 'Engines aren’t isolated: a malicious file may be able to read this node’s secrets';

/** Returns a function that throws an error as a configuration error. */
const failing = (sentence: string) => (error: unknown) => {
  throw new ConfigurationError(`${sentence}: ${String(error)}.`, { cause: error });
};
const unusable = failing(`Can’t use the store in ${variableOf('store')}`);
const notWritable = failing(`Can’t write to the folder in ${variableOf('temporaryFolder')}`);

/** Connects to the database. The caller closes it. */
export function openDatabase(
  { databaseUrl: url }: Pick<ConnectedConfiguration, 'databaseUrl'>,
  log: NodeLog,
  maxTransactions: number,
): Database {
  const onDidFail = ({ message }: Error) => log.warn({ reason: message }, 'Database connection lost');
  return new Database({ url, maxTransactions, onDidFail });
}

/**
 * Opens the database, updates its schema, and opens the store.
 * @throws ConfigurationError, or Error if one of them can't be reached
 */
export async function openNode(
  configuration: ConnectedConfiguration,
  scriptPath: string,
  log: NodeLog,
): Promise<NodeParts> {
  const { places: slots, temporaryFolder } = configuration;
  const openedStore = openStore(configuration);
  const disposables = new DisposableStore();
  const database = openDatabase(configuration, log, slots + connectionsBesideJobs);
  const metrics = new Metrics(database);
  const store = new WatchedStore(openedStore, (operation) => metrics.storeErrors.inc({ operation }));
  const close = async (): Promise<void> => {
    disposables.dispose();
    await database.close();
  };
  try {
    const steps = await prepareDatabase(database);
    if (steps.length > 0) log.info({ steps }, 'Database schema updated');
    await store.check().catch(unusable);
    const created = LeasedFolder.create(temporaryFolder, removeLeftovers).catch(notWritable);
    const { path: folder } = disposables.add(await created);
    const diskSpace = new DiskSpace(folder);
    const { launch, reason } = await isolateEngines({
      scriptPath,
      folder,
      hidden: hiddenFiles(configuration, folder),
    });
    if (launch === undefined) log.warn({ reason }, unisolated);
    const runtime = {
      scriptPath,
      folder,
      confineBy: provenMechanisms,
      clock: systemClock,
      maxWaitingMeasurements,
      measurementsPerAccount,
      ...(launch && { launch }),
    };
    return {
      configuration,
      database,
      wallet: new LedgerWallet(),
      dueChannel: new Channel(database, 'network_jobs'),
      endedChannel: new Channel(database, endedChannelName),
      store,
      folder,
      diskSpace,
      readiness: new Readiness({
        'The database': () => database.query('select 1'),
        'The store': () => store.check(),
        'The temporary folder': () => diskSpace.check(),
      }),
      engines: disposables.add(createConversionRuntime(runtime)),
      areEnginesIsolated: launch !== undefined,
      programs: programFinder(() => defaultSearch, systemClock),
      log,
      metrics,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A task that a node performs until it is stopped. */
export interface Role {
  /** Takes no new work. Resolves when the current work has ended or was handed over. */
  drain(): Promise<void>;
}
