import type { ServiceError } from '../../contract/errors.ts';
import { createServer } from '../../service/server/server.ts';
import { entitlementsRate } from '../../service/server/http/rateLimit.ts';
import { KeyedLock } from '../../util/keyedLock.ts';
import { systemClock } from '../../util/clock.ts';
import { refusal } from '../../service/faults.ts';
import { KeyRing } from '../accounts/keyRing.ts';
import { retentionMsOf } from '../configuration/configuration.ts';
import { planOf } from '../accounts/plans.ts';
import { DatabaseAway } from '../database/database.ts';
import { AccountJobs, type JobParts } from '../jobs/accountJobs.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { freshMs } from '../node/readiness.ts';
import type { Role } from '../node/role.ts';
import { apiAddress } from './apiAddress.ts';
import { StoreAway } from '../store/objectStore.ts';
import { RequestWindows } from './requestWindows.ts';
import { Spool } from './spool.ts';
import { tlsServer } from './tls.ts';
import { proxiesOf } from './trustedProxies.ts';
import { workersPrograms } from './workersPrograms.ts';

const mebibyte = 1024 ** 2;
/** Of all accounts. One may send a batch of the largest plan of the API at once. */
const maxConnections = 4400;
/** To ask after the files of a batch that are under way. */
const requestsBesideBatch = 50;
const paceBytes = 30_000;

function notNow(): ServiceError {
  return refusal('queue.pool_saturated', 'The network takes no files now. Try again shortly.');
}

/**
 * Serves the API until it is drained. A node keeps nothing: what it told a caller holds at every other.
 * @returns the role, with the base URL
 * @throws ConfigurationError, or Error where it can't listen
 */
export async function startApi(node: NodeParts): Promise<Role & { readonly baseUrl: string }> {
  const { configuration, database, engines, folder, log, readiness } = node;
  const { maxJobsInFlight, spoolMegabytes, trustedProxies, drainSeconds, uploadPaceSeconds } = configuration;
  const address = apiAddress(configuration);
  const parts: JobParts = {
    ...node,
    retentionMs: retentionMsOf(configuration),
    maxJobsInFlight,
    accepting: new KeyedLock(),
  };
  const keys = new KeyRing(database, systemClock);
  const spool = new Spool(spoolMegabytes * mebibyte);
  const app = await createServer({
    authenticate: async (key, from) => {
      const account = await keys.accountOf(key, from);
      if (account === undefined) return undefined;
      const jobs = new AccountJobs(parts, account);
      return { account: account.id, plan: planOf(account), jobs };
    },
    checkHost: address.isLoopback && trustedProxies.length === 0,
    ...(trustedProxies.length > 0 && { trustProxy: proxiesOf(configuration) }),
    ...tlsServer(configuration),
    shares: {
      max: maxConnections,
      maxPerAddress: maxConnections / 2,
      requestsOf: ({ limits }) => Math.min(limits.maxBatchFiles + requestsBesideBatch, maxConnections / 4),
    },
    uploadPace: { bytes: paceBytes, everyMs: 1000 * uploadPaceSeconds },
    entitlementsLimit: new RequestWindows(database, entitlementsRate),
    folder,
    programs: workersPrograms(database, 1000 * configuration.deadAfterSeconds),
    measure: engines.measure,
    onWillSubmit: async (maxBytes, { account }) => {
      // Before a file has been sent, rather than after it.
      await readiness.check(freshMs).catch(() => {
        throw notNow();
      });
      return spool.take(maxBytes, account);
    },
    refusalFor: (error, { method }) => {
      // Nothing was accepted, which the caller has to know before it sends the file again.
      const isAway = error instanceof DatabaseAway || error instanceof StoreAway;
      if (method !== 'POST' || !isAway) return undefined;
      log.warn({ reason: String(error.cause) }, 'Refused a submission');
      return notNow();
    },
    endsGently: true,
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    log.info({ method, route: routeOptions.url, status: reply.statusCode, ms }, 'Answered');
  });
  const baseUrl = await app.listen({ host: address.host, port: address.port });
  return {
    baseUrl,
    drain: async () => {
      const patience = systemClock.schedule(1000 * drainSeconds, () => app.server.closeAllConnections());
      await app.close();
      patience.dispose();
    },
  };
}
