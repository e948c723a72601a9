import type { FastifyInstance } from 'fastify';
import type { WayId } from '../../engines/api/confinement.ts';
import { describePrograms } from '../../engines/programs/confinement/describePrograms.ts';
import { ProgramInspector } from '../../engines/programs/confinement/inspector.ts';
import type { FoundPrograms } from '../../engines/programs/findPrograms.ts';
import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import { removeTraces } from '../../engines/programs/removeTraces.ts';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { LeasedFolder } from '../../util/leasedFolder.ts';
import { computerMemory } from '../shared/computerMemory.ts';
import { budgetOf } from '../worker/budget.ts';
import { ConfinedRunner } from '../worker/confinedRunner.ts';
import { WorkerPool } from '../worker/pool.ts';
import { SideQueue } from '../worker/sideQueue.ts';
import { JobService } from './jobs/jobService.ts';
import type { Plan } from './jobs/plans.ts';
import { Previews } from './previews.ts';
import { createServer } from './server.ts';

export interface ServiceOptions {
  readonly scriptPath: string;
  /** Where the private folder of this run is made. */
  readonly temporaryRoot: string;
  readonly key: string;
  readonly allowedAddresses: readonly string[];
  readonly checkHost: boolean;
  readonly plan: Plan;
  readonly programs: () => Promise<FoundPrograms>;
  /** What those may be confined by, the first that works here preferred. */
  readonly confineBy: readonly WayId[];
  readonly clock: Clock;
  readonly poolPlaces: number;
  readonly retentionMs: number;
  readonly jobDelayMs: number;
}

export interface Service extends Disposable {
  readonly app: FastifyInstance;
  readonly jobs: JobService;
  readonly previews: Previews;
  /** Looks at the programs that are there now. */
  readonly describePrograms: () => Promise<ProgramFacts[]>;
}

/** The rest is for the system, and for what its user does meanwhile. */
const maxMemoryBytes = computerMemory() / 2;
const maxRestingRssBytes = Math.min(512 * 1024 ** 2, maxMemoryBytes / 4);

/** Nobody looks at more at a time. */
const maxWaitingPreviews = 100;

/** Puts the service together; `app` is ready to listen. Disposing it kills its workers and deletes its files. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { scriptPath, clock, temporaryRoot } = options;
  const store = new DisposableStore();
  const folder = store.add(await LeasedFolder.create(temporaryRoot, removeTraces));
  const pool = store.add(
    new WorkerPool({
      scriptPath,
      budgetOf,
      maxMemoryBytes,
      clock,
      idleMs: 30_000,
      maxRuns: 50,
      maxRestingRssBytes,
    }),
  );
  const inspector = new ProgramInspector(folder.path, options.confineBy);
  const runner = new ConfinedRunner(pool, inspector);
  const jobs = new JobService({ ...options, runner });
  const measurements = new SideQueue({
    runner: pool,
    maxParallel: 2,
    maxWaiting: options.plan.limits.maxQueuedJobs,
  });
  const previews = new Previews({
    ...options,
    runner: new SideQueue({ runner, maxParallel: 2, maxWaiting: maxWaitingPreviews }),
  });
  const app = await createServer({
    ...options,
    jobs,
    folder: folder.path,
    measure: (work) => measurements.run(work),
    onWillSubmit: () => pool.warm(),
  });
  return {
    app,
    jobs,
    previews,
    describePrograms: async () => describePrograms(await options.programs(), inspector),
    dispose: () => store.dispose(),
  };
}
