import type { MechanismId } from '../../engines/api/program.ts';
import type { EngineTask, EngineResult } from '../../engines/api/task.ts';
import { ProgramInspector } from '../../engines/programs/confinement/inspector.ts';
import type { Clock } from '../../util/clock.ts';
import type { Launch } from '../../util/childProcess.ts';
import type { Disposable } from '../../util/disposable.ts';
import { computerMemory } from '../plans.ts';
import { budgetOf } from './budget.ts';
import { ConfinedRunner, type Runner } from './runner.ts';
import { WorkerPool } from './pool.ts';
import { type ConcurrencyLimits, UrgentQueue } from './urgentQueue.ts';

interface ConversionRuntimeOptions {
  /** The script of the worker processes. */
  readonly scriptPath: string;
  /** The pool of worker processes, if some have already been started. */
  readonly pool?: WorkerPool;
  /** Folder in which programs are inspected. */
  readonly folder: string;
  /** The permitted sandboxes, in order of preference. The first that works is used. */
  readonly confineBy: readonly MechanismId[];
  readonly clock: Clock;
  /** Maximum number of submissions that wait until their pages are counted. */
  readonly maxWaitingMeasurements: number;
  /**
   * Maximum numbers of an account's files that are inspected at a time, and that wait. By default, an account may use
   * all slots.
   */
  readonly measurementsPerAccount?: ConcurrencyLimits;
  /** A launcher for engines and the programs that they run. Without it, they have this process's access. */
  readonly launch?: Launch;
}

/** Runs all conversions. Disposing it ends its processes. */
export interface ConversionRuntime extends Disposable {
  readonly runner: Runner;
  readonly inspector: ProgramInspector;
  /** Inspects an account's file before its job is accepted. */
  readonly measure: (task: EngineTask, account: string, signal: AbortSignal) => Promise<EngineResult>;
  /** Starts a worker for work that is about to arrive. */
  readonly warm: () => void;
}

/** Maximum number of files whose pages are counted in parallel. */
const maxMeasurements = 2;
/** Half of the memory is left for the system and the user's other work. */
const maxMemoryBytes = computerMemory() / 2;
const maxRestingRssBytes = Math.min(512 * 1024 ** 2, maxMemoryBytes / 4);

/** Creates a pool of worker processes without starting any. */
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

/** Creates the pool and the parts in front of it, without starting a process. */
export function createConversionRuntime(options: ConversionRuntimeOptions): ConversionRuntime {
  const { scriptPath, folder, confineBy, clock, launch, maxWaitingMeasurements, measurementsPerAccount } =
    options;
  const pool = options.pool ?? createPool(scriptPath, clock, launch);
  const inspector = new ProgramInspector(folder, confineBy, { launch });
  const measurements = new UrgentQueue({
    runner: pool,
    maxParallel: maxMeasurements,
    maxWaiting: maxWaitingMeasurements,
    ...(measurementsPerAccount && { perAccount: measurementsPerAccount }),
  });
  return {
    runner: new ConfinedRunner(pool, inspector),
    inspector,
    measure: (task, account, signal) => measurements.runFor(account, task, signal),
    warm: () => pool.warm(),
    dispose: () => pool.dispose(),
  };
}
