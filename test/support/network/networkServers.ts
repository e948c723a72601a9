import type { Needs } from '../../../tools/conformance/rule.ts';
import {
  groupOf,
  plentifulCredits,
  startInWindow,
} from '../../../tools/conformance/servers/launchedServers.ts';
import type { ServerSource } from '../../../tools/conformance/servers/serverSource.ts';
import type { Slots } from '../../../tools/conformance/servers/slots.ts';
import type { TierName } from '../../../src/contract/tiers.ts';
import { password, personWith } from './accounts.ts';
import { Cluster } from './cluster.ts';

/**
 * The first estimate of the time from a network's start to the end of its time window. A network takes longer to start
 * than a single server.
 */
const firstLeadMs = 18_000;
/** The number of jobs that each worker runs at once, so that jobs that don't end leave room for others. */
const slots = 20;

interface RunningCluster {
  readonly cluster: Cluster;
  readonly windowEndsAt: number | undefined;
}

interface SharedCluster {
  readonly started: Promise<RunningCluster>;
  users: number;
}

/**
 * Networks with two API nodes and three workers for testing rules. Rules that only need different accounts share a
 * network, even across plans if they don't disturb each other.
 */
export class NetworkServers {
  readonly #slots: Slots;
  readonly #clusters = new Map<string, SharedCluster>();

  /** `slots` limits the groups of rules that run at the same time. */
  constructor(slots: Slots) {
    this.#slots = slots;
  }

  of(plan: TierName): ServerSource {
    return {
      launched: true,
      // Clients can't reach the store, which is a folder.
      groupOf: (needs) => (needs.reachableStore ? undefined : groupOf(needs)),
      open: async (needs, signal) => {
        const slot = await this.#slots.take(signal);
        const name = JSON.stringify([sharedWith(needs, plan), settingsFor(needs)]);
        const shared = this.#clusters.get(name) ?? this.#start(name, needs, plan);
        shared.users += 1;
        const close = async (): Promise<void> => {
          shared.users -= 1;
          if (shared.users === 0) {
            this.#clusters.delete(name);
            await (await shared.started).cluster.stop();
          }
          slot.dispose();
        };
        try {
          const { cluster, windowEndsAt } = await shared.started;
          const { credits, allowedAddress } = needs;
          const key = await cluster.tenant({
            plan,
            allowance: credits === 'plan' ? null : (credits ?? plentifulCredits),
            allowed: allowedAddress === undefined ? [] : [allowedAddress],
          });
          const email = `${crypto.randomUUID()}@example.com`;
          if (needs.identityProvider) await personWith(cluster.database, email);
          return { baseUrl: cluster.baseUrl, key, windowEndsAt, identity: { email, password }, close };
        } catch (error) {
          await close();
          throw error;
        }
      },
    };
  }

  #start(name: string, needs: Needs, plan: TierName): SharedCluster {
    const shared = { started: startCluster(needs, plan), users: 0 };
    this.#clusters.set(name, shared);
    return shared;
  }
}

/**
 * Starts a network for some rules. If they depend on a time window, its clock is set to shortly before the window's
 * end.
 */
async function startCluster(needs: Needs, plan: TierName): Promise<RunningCluster> {
  const { started, windowEndsAt } = await startInWindow(needs, plan, firstLeadMs, ({ offsetSeconds }) => {
    const clock = offsetSeconds === undefined ? {} : { TEST_CLOCK_OFFSET_SECONDS: String(offsetSeconds) };
    return Cluster.start({
      api: 2,
      workers: 3,
      accounts: needs.identityProvider === true,
      env: { ...settingsFor(needs), ...clock },
    });
  });
  return { cluster: started, windowEndsAt };
}

/**
 * The key by which rules share a network. Rules that need another clock, a full pool, or load on one address don't
 * share it.
 */
function sharedWith(
  { windowEnd, poolSlots, jobDelayMs, server, identityProvider }: Needs,
  plan: TierName,
): unknown {
  if (server === 'rate limit' || identityProvider) return [plan, server, identityProvider];
  return windowEnd === undefined && poolSlots === undefined && jobDelayMs === undefined
    ? 'all'
    : [plan, windowEnd];
}

function settingsFor({ retentionSeconds, poolSlots, jobDelayMs }: Needs): Record<string, string> {
  const values: Readonly<Record<string, number | undefined>> = {
    FUN_PLACES: slots,
    FUN_RETENTION_SECONDS: retentionSeconds,
    FUN_MAX_JOBS_IN_FLIGHT: poolSlots,
    TEST_JOB_DELAY_MS: jobDelayMs,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
