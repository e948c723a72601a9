import { readFileSync } from 'node:fs';
import { OpenApi } from '../../../src/conformance/answers/openApi.ts';
import { runConformance } from '../../../src/conformance/index.ts';
import { resultLine } from '../../../src/conformance/report.ts';
import { Slots } from '../../../src/conformance/servers/slots.ts';
import type { TierName } from '../../../src/contract/tiers.ts';
import { direct } from '../../../test/support/http/networkFixture.ts';
import { Cluster, type InFront } from '../../../test/support/network/cluster.ts';
import { NetworkServers, nodes, type StartedCluster } from '../../../test/support/network/networkServers.ts';
import { RequestBalancer } from '../../../test/support/network/requestBalancer.ts';
import { seededRandom } from '../../../test/support/seededRandom.ts';
import { startStore } from './breakableStore.ts';
import { Unrest } from './unrest.ts';

/** The line that the command prints, in this order. */
export interface ConformanceReport {
  readonly passed: number;
  readonly failed: number;
  readonly notObservable: number;
  readonly networks: number;
  /** Nodes that were killed, each with another in its place. */
  readonly killed: { readonly api: number; readonly workers: number };
  /** Nodes that ended by themselves. */
  readonly crashed: number;
}

export interface NetworkConformanceOptions {
  readonly seed: number;
  /** Whether nodes are left alone. */
  readonly calm: boolean;
  /** Rules whose id begins so. */
  readonly only: string;
  /** Empty, for what is written here. */
  readonly folder: string;
  /** Takes a sentence about what went wrong. */
  readonly tell: (line: string) => void;
}

const plans: readonly TierName[] = ['guest', 'free', 'pro'];
/** Groups of rules that are judged at the same time, at networks of five processes each and more. */
const maxGroups = 2;
/** How long before the end of its window a network starts: nodes are started all the time. */
const leadMs = 90_000;
/** What of a crashed node's log is told. */
const lastLines = 40;
const balancer = (origins: readonly URL[]): Promise<InFront> => RequestBalancer.start(origins);
const restless = { FUN_BEAT_SECONDS: '1', FUN_DEAD_AFTER_SECONDS: '8', FUN_SWEEP_SECONDS: '1' };

/** Judges networks with a real S3 store by all rules of all plans, while their nodes are killed and others started. */
export async function conformNetwork(options: NetworkConformanceOptions): Promise<ConformanceReport> {
  const { seed, calm, only, folder, tell } = options;
  const store = await startStore(folder);
  const killed = { api: 0, workers: 0 };
  let [networks, crashed] = [0, 0];

  const startCluster = async (env: NodeJS.ProcessEnv): Promise<StartedCluster> => {
    networks += 1;
    const number = networks;
    const settings = { ...(await store.withBucket(`files-${number}`)), ...(calm ? {} : restless), ...env };
    const cluster = await Cluster.start({ ...nodes, env: settings, inFront: balancer });
    // A job without end would be begun again at each death of its worker, and fail at the third.
    const roles = env['FUN_JOB_DELAY_MS'] === undefined ? (['workers', 'api'] as const) : (['api'] as const);
    const unrest = calm ? undefined : new Unrest(cluster, roles, seededRandom('unrest', seed, number));
    const stop = async (): Promise<void> => {
      await unrest?.end();
      killed.api += unrest?.killed.api ?? 0;
      killed.workers += unrest?.killed.workers ?? 0;
      crashed += cluster.crashed.length;
      for (const { log } of cluster.crashed) tell(`crashed: ${log.slice(-lastLines).join('\n')}`);
      // What a node could not answer, it prints beside the lines of its log.
      const printed = [...cluster.api, ...cluster.workers].flatMap(({ log }) => log);
      for (const line of printed.filter((each) => !each.startsWith('{'))) tell(`printed: ${line}`);
      await cluster.stop();
    };
    return { cluster, stop };
  };

  const counts = { pass: 0, fail: 0, 'not observable': 0 };
  try {
    const servers = new NetworkServers(new Slots(maxGroups), startCluster, leadMs);
    const description = new OpenApi(readFileSync('docs/openapi.yaml', 'utf8'));
    const { signal } = new AbortController();
    const judge = async (plan: TierName): Promise<void> => {
      const judged = { servers: servers.of(plan), plan, only, description, proxy: direct, signal };
      for await (const result of runConformance(judged)) {
        counts[result.outcome] += 1;
        if (result.outcome !== 'pass') tell(`${plan}: ${resultLine(result)}`);
      }
    };
    await Promise.all(plans.map(judge));
  } finally {
    await store.stop();
  }
  const { pass: passed, fail: failed, 'not observable': notObservable } = counts;
  return { passed, failed, notObservable, networks, killed, crashed };
}
