import type { Needs } from '../../../src/conformance/rule.ts';
import { groupOf, plentifulCredits, windowClock } from '../../../src/conformance/servers/launchedServers.ts';
import type { ServerSource } from '../../../src/conformance/servers/serverSource.ts';
import type { Slots } from '../../../src/conformance/servers/slots.ts';
import type { TierName } from '../../../src/contract/tiers.ts';
import { Cluster } from './cluster.ts';

/** How long before the end of its window a network starts, at first: its nodes take longer than a single server. */
const shortLeadMs = 18_000;
/** As many as jobs that do not end may take at a worker. */
const places = 20;

/** A network that was started for some rules, and what ends it. */
export interface StartedCluster {
  readonly cluster: Cluster;
  readonly stop: () => Promise<void>;
}

/** Starts a network with these settings. */
export type StartCluster = (env: NodeJS.ProcessEnv) => Promise<StartedCluster>;

interface RunningCluster extends StartedCluster {
  readonly windowEndsAt: number | undefined;
}

interface SharedCluster {
  readonly started: Promise<RunningCluster>;
  users: number;
}

/**
 * Networks with two API nodes and three workers for rules to be judged at. Rules that need different accounts alone share
 * one, those of all plans together where they don't get in each other's way.
 */
export class NetworkServers {
  readonly #slots: Slots;
  readonly #startCluster: StartCluster;
  readonly #leadMs: number;
  readonly #clusters = new Map<string, SharedCluster>();

  /** `slots` bounds the groups of rules that are judged at the same time. */
  constructor(slots: Slots, startCluster: StartCluster = startPlain, leadMs = shortLeadMs) {
    this.#slots = slots;
    this.#leadMs = leadMs;
    this.#startCluster = startCluster;
  }

  of(plan: TierName): ServerSource {
    return {
      launched: true,
      groupOf,
      open: async (needs, signal) => {
        const slot = await this.#slots.take(signal);
        const name = JSON.stringify([sharedWith(needs, plan), settingsFor(needs)]);
        const shared = this.#clusters.get(name) ?? this.#start(name, needs, plan);
        shared.users += 1;
        const close = async (): Promise<void> => {
          shared.users -= 1;
          if (shared.users === 0) {
            this.#clusters.delete(name);
            await (await shared.started).stop();
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
          return { baseUrl: cluster.baseUrl, key, windowEndsAt, close };
        } catch (error) {
          await close();
          throw error;
        }
      },
    };
  }

  #start(name: string, needs: Needs, plan: TierName): SharedCluster {
    const shared = { started: this.#startIn(needs, plan, this.#leadMs), users: 0 };
    this.#clusters.set(name, shared);
    return shared;
  }

  /** Starts a network, and once more with twice the time where too little is left of the window to spend in. */
  async #startIn(needs: Needs, plan: TierName, leadMs: number): Promise<RunningCluster> {
    const { offsetSeconds, windowEndsAt } = windowClock(needs, plan, leadMs);
    const clock = offsetSeconds === undefined ? {} : { FUN_CLOCK_OFFSET_SECONDS: String(offsetSeconds) };
    const started = await this.#startCluster({ ...settingsFor(needs), ...clock });
    if (windowEndsAt === undefined || windowEndsAt - Date.now() > (2 / 3) * leadMs)
      return { ...started, windowEndsAt };
    await started.stop();
    return this.#startIn(needs, plan, 2 * leadMs);
  }
}

/** As many nodes as networks here have. */
export const nodes = { api: 2, workers: 3 };

async function startPlain(env: NodeJS.ProcessEnv): Promise<StartedCluster> {
  const cluster = await Cluster.start({ ...nodes, env });
  return { cluster, stop: () => cluster.stop() };
}

/** Who may use a network with these needs: those with another clock, a full pool or a burdened address keep it to themselves. */
function sharedWith({ windowEnd, poolPlaces, jobDelayMs, server }: Needs, plan: TierName): unknown {
  if (server === 'rate limit') return [plan, server];
  return windowEnd === undefined && poolPlaces === undefined && jobDelayMs === undefined
    ? 'all'
    : [plan, windowEnd];
}

function settingsFor({ retentionSeconds, poolPlaces, jobDelayMs }: Needs): Record<string, string> {
  const values: Readonly<Record<string, number | undefined>> = {
    FUN_PLACES: places,
    FUN_RETENTION_SECONDS: retentionSeconds,
    FUN_MAX_JOBS_IN_FLIGHT: poolPlaces,
    FUN_JOB_DELAY_MS: jobDelayMs,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
