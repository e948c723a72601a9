import type { ServiceError } from '../../contract/errors.ts';
import { minSignedUploadBytes, ownExtensions } from '../../contract/extensions.ts';
import type { ProgramFinder } from '../../engines/programs/findPrograms.ts';
import { isProgramId } from '../../engines/programs/programs.ts';
import { serviceError } from '../../service/faults.ts';
import { entitlementsRate } from '../../service/server/callerLimits.ts';
import { pathParameter } from '../../service/server/endpoint.ts';
import { createServer } from '../../service/server/server.ts';
import { systemClock } from '../../util/clock.ts';
import { KeyedLock } from '../../util/keyedLock.ts';
import { accountOfKey } from '../accounts/keys.ts';
import { planOf } from '../accounts/plans.ts';
import { retentionMsOf } from '../configuration.ts';
import {
  cannotListen,
  publicAddress,
  proxiesOf,
  refusePlainConnections,
  tlsServer,
} from '../listenAddress.ts';
import { DatabaseUnavailable, type Queryable } from '../database/database.ts';
import { AccountJobs, type AccountJobsParts } from '../jobs/accountJobs.ts';
import { EndedJobs } from '../jobs/endedJobs.ts';
import { isJobId } from '../jobs/jobRow.ts';
import { RequestWindows, Spool } from '../node/callerLimits.ts';
import type { NodeParts, Role } from '../node/nodeParts.ts';
import { readinessCacheMs } from '../node/readiness.ts';
import { StoreUnavailable } from '../store/objectStore.ts';

const mebibyte = 1024 ** 2;
/** The maximum number of connections for all accounts. Most of them wait for a job to end. */
const maxConnections = 12_000;
/**
 * The maximum number of connections from one address, and of requests from one account. With the API's largest plan, a
 * client may send a whole batch at once.
 */
const maxPerAddress = 2200;
const maxPerAccount = 1100;
/** The number of extra requests for polling a batch's jobs while it is being uploaded. */
const requestsBesideBatch = 50;
const paceBytes = 30_000;

function notAccepting(): ServiceError {
  return serviceError(
    'queue.pool_saturated',
    'The network isn’t accepting files right now. Try again shortly.',
  );
}

/**
 * Serves the API until it is drained. A node keeps no state, so its answers are valid on every other node. `pagesUrl` is
 * the address of the same process's account pages.
 * @returns the role, with the base URL
 * @throws ConfigurationError, or Error if it can't listen
 */
export async function startApi(
  node: NodeParts,
  pagesUrl?: string,
): Promise<Role & { readonly baseUrl: string }> {
  const { configuration, database, engines, folder, log, metrics, readiness } = node;
  const {
    maxJobsInFlight,
    spoolMegabytes,
    tlsCertificateFile,
    trustedProxies,
    drainSeconds,
    uploadPaceSeconds,
  } = configuration;
  const address = publicAddress(configuration);
  const isPrivate = address.isLoopback && trustedProxies.length === 0;
  // On another computer, that address could belong to any of its users, who would get the passwords.
  const authUrl = configuration.authUrl ?? (isPrivate ? pagesUrl : undefined);
  const endedJobs = new EndedJobs(database, node.endedChannel);
  const waiting = 'Requests that are waiting for a job to end';
  metrics.add('fun_waiting_requests', waiting, () => endedJobs.count);
  const parts: AccountJobsParts = {
    ...node,
    retentionMs: retentionMsOf(configuration),
    uploadSpaceBytes: spoolMegabytes * mebibyte,
    maxJobsInFlight,
    submissionLocks: new KeyedLock(),
    endedJobs,
  };
  const spool = new Spool(parts.uploadSpaceBytes, systemClock, 1000 * uploadPaceSeconds);
  const app = await createServer({
    authenticate: async (key, from) => {
      const account = await accountOfKey(database, key, from);
      if (account === undefined) return undefined;
      const jobs = new AccountJobs(parts, account);
      return { account: account.id, plan: planOf(account), jobs };
    },
    checkHost: isPrivate,
    ...(trustedProxies.length > 0 && { trustProxy: proxiesOf(configuration) }),
    ...tlsServer(configuration),
    shares: {
      max: maxConnections,
      maxPerAddress,
      requestsOf: ({ limits }) => Math.min(limits.maxBatchFiles + requestsBesideBatch, maxPerAccount),
    },
    uploadPace: { bytes: paceBytes, everyMs: 1000 * uploadPaceSeconds },
    entitlementsLimit: new RequestWindows(database, entitlementsRate),
    folder,
    extensions: {
      ...ownExtensions,
      ...(authUrl !== undefined && { authUrl }),
      ...(node.store.sign && { signedDownloads: true }),
      ...(node.store.uploads && { signedUploads: minSignedUploadBytes }),
    },
    programs: workersPrograms(database, 1000 * configuration.deadAfterSeconds),
    measure: engines.measure,
    onWillSubmit: async (upload, { account }) => {
      // If the node isn't ready, the file is rejected before its upload rather than after it.
      await readiness.check(readinessCacheMs).catch(() => {
        throw notAccepting();
      });
      return spool.take(upload, account);
    },
    serviceErrorFor: (error, { method }) => {
      // The error tells clients that the submission wasn't accepted, so that they can safely send it again.
      const isUnavailable = error instanceof DatabaseUnavailable || error instanceof StoreUnavailable;
      if (method !== 'POST' || !isUnavailable) return undefined;
      log.warn({ reason: String(error.cause) }, 'Submission rejected');
      return notAccepting();
    },
    endsGently: true,
    onDidAnswer: (request, { statusCode: status, elapsedTime }, caller) => {
      const { id, method, routeOptions } = request;
      const route = routeOptions.url ?? '';
      const submitted = caller?.jobs instanceof AccountJobs ? caller.jobs.submitted : undefined;
      // The log only contains ids, because a path may contain any text.
      const job = submitted ?? [pathParameter(request, 'id')].find(isJobId);
      const ms = Math.round(elapsedTime);
      log.info(
        { request: id, account: caller?.account, job, method, route, status, ms },
        'Request completed',
      );
      metrics.requestSeconds.observe({ method, route, status }, elapsedTime / 1000);
    },
  });
  refusePlainConnections(app.server, configuration);
  app.addHook('onSend', async ({ id }, reply) => {
    // The hook must not return `reply`, because the reply would then wait for itself.
    reply.header('X-Request-Id', id);
  });
  const { host, port } = address;
  const baseUrl = await app.listen({ host, port }).catch(async (error: unknown) => {
    await endedJobs.stop();
    return cannotListen('listen', configuration.listen, error);
  });
  return {
    // The framework doesn't know that the server uses TLS.
    baseUrl: configuration.apiUrl ?? (tlsCertificateFile ? baseUrl.replace(/^http:/, 'https:') : baseUrl),
    drain: async () => {
      const timeout = systemClock.schedule(1000 * drainSeconds, () => app.server.closeAllConnections());
      await endedJobs.stop();
      await app.close();
      timeout.dispose();
    },
  };
}

/** Finds the programs of all live workers. Only the workers know the paths of their programs. */
function workersPrograms(database: Queryable, deadAfterMs: number): ProgramFinder {
  return async () => {
    const { rows } = await database.query<{ id: string }>(
      `select distinct unnest(programs) as id from network.workers
       where beat_at >= now() - $1 * interval '1 millisecond'`,
      [deadAfterMs],
    );
    return new Map(rows.flatMap(({ id }) => (isProgramId(id) ? [[id, id] as const] : [])));
  };
}
