import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Extensions } from '../../contract/extensions.ts';
import type { MechanismId } from '../../engines/api/program.ts';
import { describePrograms } from '../../engines/programs/confinement/inspector.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import { removeLeftovers } from '../../engines/index.ts';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { LeasedFolder } from '../../util/lease.ts';
import { createConversionRuntime } from '../worker/conversionRuntime.ts';
import type { WorkerPool } from '../worker/pool.ts';
import { SideQueue } from '../worker/sideQueue.ts';
import { entitlementsRate, RateLimit } from './callerLimits.ts';
import { DirectConversions, Previews, type TraitProbe, traitProbeWith } from './fileRequests.ts';
import { JobService } from './jobs/jobService.ts';
import type { Plan } from '../plans.ts';
import { createServer } from './server.ts';
import type { Authenticate, Caller } from './caller.ts';

export interface ServiceOptions {
  readonly scriptPath: string;
  /** The worker pool, if workers have already been started. */
  readonly pool?: WorkerPool;
  /** The folder in which this run creates its private folder. */
  readonly temporaryRoot: string;
  readonly key: string;
  readonly allowedAddresses: readonly string[];
  readonly checkHost: boolean;
  /** API extensions to announce to clients. The extension doesn't need them from its own service. */
  readonly extensions?: Extensions;
  readonly plan: Plan;
  readonly programs: ProgramFinder;
  /** The permitted sandboxes, in order of preference. The first that works is used. */
  readonly confineBy: readonly MechanismId[];
  readonly clock: Clock;
  readonly poolSlots: number;
  readonly retentionMs: number;
  readonly jobDelayMs: number;
  /** Called with the id of each job that has ended without being canceled. */
  readonly onDidEndJob?: (jobId: string) => void;
}

export interface ApiService extends Disposable {
  readonly app: FastifyInstance;
  readonly jobs: JobService;
  readonly previews: Previews;
  readonly directConversions: DirectConversions;
  readonly probe: TraitProbe;
  /** Inspects the currently installed programs. */
  readonly describePrograms: () => Promise<ProgramFacts[]>;
}

/** More pictures than anyone waits for at the same time. */
const maxWaitingPictures = 100;

/** Builds the service. Its `app` is ready to listen. Disposing the service kills its workers and deletes its files. */
export async function createService(options: ServiceOptions): Promise<ApiService> {
  const { plan, clock, key, allowedAddresses } = options;
  const store = new DisposableStore();
  const folder = store.add(await LeasedFolder.create(options.temporaryRoot, removeLeftovers));
  const { maxQueuedJobs } = plan.limits;
  const engines = store.add(
    createConversionRuntime({ ...options, folder: folder.path, maxWaitingMeasurements: maxQueuedJobs }),
  );
  const { runner } = engines;
  const jobs = new JobService({ ...options, runner });
  const pictures = {
    ...options,
    runner: new SideQueue({ runner, maxParallel: 2, maxWaiting: maxWaitingPictures }),
  };
  const app = await createServer({
    ...options,
    authenticate: singleKeyAuthentication(key, allowedAddresses, { account: 'local', plan, jobs }),
    entitlementsLimit: new RateLimit(entitlementsRate.max, entitlementsRate.windowMs, clock),
    folder: folder.path,
    measure: engines.measure,
    onWillSubmit: () => {
      engines.warm();
      return { dispose: () => undefined };
    },
  });
  return {
    app,
    jobs,
    previews: new Previews(pictures),
    directConversions: new DirectConversions(pictures),
    probe: traitProbeWith(pictures.runner),
    describePrograms: async () => describePrograms(await options.programs(), engines.inspector),
    dispose: () => store.dispose(),
  };
}

/** Accepts one key for one caller. If any addresses are given, only from those. */
function singleKeyAuthentication(
  key: string,
  allowedAddresses: readonly string[],
  caller: Caller,
): Authenticate {
  const expected = digest(key);
  return (given, address) => {
    // The keys are hashed, because a constant-time comparison needs texts of equal length.
    const right = timingSafeEqual(digest(given), expected);
    const allowed = allowedAddresses.length === 0 || allowedAddresses.includes(address);
    return right && allowed ? caller : undefined;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
