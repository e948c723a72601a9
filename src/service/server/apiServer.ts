import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Extensions } from '../../contract/extensions.ts';
import type { MechanismId } from '../../engines/api/program.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import { removeLeftovers } from '../../engines/index.ts';
import type { Clock } from '../../util/clock.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import { LeasedFolder } from '../../util/lease.ts';
import { createConversionRuntime } from '../worker/conversionRuntime.ts';
import { entitlementsRate, RateLimit } from './callerLimits.ts';
import { ServerJobs } from './jobs/serverJobs.ts';
import type { Plan } from '../plans.ts';
import { createServer } from './server.ts';
import type { Authenticate, Caller } from './caller.ts';

interface ApiServerOptions {
  readonly scriptPath: string;
  /** The folder in which this run creates its private folder. */
  readonly temporaryRoot: string;
  readonly key: string;
  readonly allowedAddresses: readonly string[];
  readonly checkHost: boolean;
  /** API extensions to announce to clients. */
  readonly extensions?: Extensions;
  readonly plan: Plan;
  readonly programs: ProgramFinder;
  /** The permitted sandboxes, in order of preference. The first that works is used. */
  readonly confineBy: readonly MechanismId[];
  readonly clock: Clock;
  readonly poolSlots: number;
  readonly retentionMs: number;
  readonly jobDelayMs: number;
}

export interface ApiServer extends Disposable {
  readonly app: FastifyInstance;
}

/** Builds the service. Its `app` is ready to listen. Disposing the service kills its workers and deletes its files. */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { plan, clock, key, allowedAddresses } = options;
  const store = new DisposableStore();
  const folder = store.add(await LeasedFolder.create(options.temporaryRoot, removeLeftovers));
  const { maxQueuedJobs } = plan.limits;
  const engines = store.add(
    createConversionRuntime({ ...options, folder: folder.path, maxWaitingMeasurements: maxQueuedJobs }),
  );
  const { runner } = engines;
  const jobs = new ServerJobs({ ...options, runner });
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
  return { app, dispose: () => store.dispose() };
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
