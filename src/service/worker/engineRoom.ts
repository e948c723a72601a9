import type { WayId } from '../../engines/api/confinement.ts';
import type { Work, WorkResult } from '../../engines/api/work.ts';
import { ProgramInspector } from '../../engines/programs/confinement/inspector.ts';
import type { Clock } from '../../util/clock.ts';
import type { Launch } from '../../util/launch.ts';
import type { Disposable } from '../../util/disposable.ts';
import { computerMemory } from '../localLimits.ts';
import { budgetOf } from './budget.ts';
import { ConfinedRunner, type Runner } from './confinedRunner.ts';
import { WorkerPool } from './pool.ts';
import { type QueueRoom, SideQueue } from './sideQueue.ts';

export interface EngineRoomOptions {
  /** The script whose processes convert. */
  readonly scriptPath: string;
  /** Those processes, where some have been started already. */
  readonly pool?: WorkerPool;
  /** Where programs are looked at. */
  readonly folder: string;
  /** What programs may be confined by, the first that works here preferred. */
  readonly confineBy: readonly WayId[];
  readonly clock: Clock;
  /** How many submissions may wait for their pages to be counted. */
  readonly maxWaitingMeasurements: number;
  /** How many files of one account may be measured at once, and wait for that; all of them where it is not given. */
  readonly measurementsPerAccount?: QueueRoom;
  /** How engines, and the programs that they run, are started; absent where they may see what this process sees. */
  readonly launch?: Launch;
}

/** Where conversions are done, by whatever asks for them; disposing it ends its processes. */
export interface EngineRoom extends Disposable {
  readonly runner: Runner;
  readonly inspector: ProgramInspector;
  /** Looks into a file of an account before its job is accepted. */
  readonly measure: (work: Work, account: string, signal: AbortSignal) => Promise<WorkResult>;
  /** Makes a process ready for work that is on its way. */
  readonly warm: () => void;
}

/** Counts of pages at once. */
const maxMeasurements = 2;
/** The rest is for the system, and for what its user does meanwhile. */
const maxMemoryBytes = computerMemory() / 2;
const maxRestingRssBytes = Math.min(512 * 1024 ** 2, maxMemoryBytes / 4);

/** The processes of a script that converts, none of which is started yet. */
export function createPool(scriptPath: string, clock: Clock, launch?: Launch): WorkerPool {
  return new WorkerPool({
    scriptPath,
    launch,
    budgetOf,
    maxMemoryBytes,
    clock,
    idleMs: 30_000,
    maxRuns: 500,
    maxRestingRssBytes,
  });
}

/** Puts the pool of processes and what stands before it together; it starts no process. */
export function createEngineRoom(options: EngineRoomOptions): EngineRoom {
  const { scriptPath, folder, confineBy, clock, launch, maxWaitingMeasurements, measurementsPerAccount } =
    options;
  const pool = options.pool ?? createPool(scriptPath, clock, launch);
  const inspector = new ProgramInspector(folder, confineBy, { launch });
  const measurements = new SideQueue({
    runner: pool,
    maxParallel: maxMeasurements,
    maxWaiting: maxWaitingMeasurements,
    ...(measurementsPerAccount && { perAccount: measurementsPerAccount }),
  });
  return {
    runner: new ConfinedRunner(pool, inspector),
    inspector,
    measure: (work, account, signal) => measurements.run(work, signal, account),
    warm: () => pool.warm(),
    dispose: () => pool.dispose(),
  };
}
