import { fixedServer } from '../../../src/conformance/servers/fixedServer.ts';
import { alteredServers } from '../conformance/alteredServers.ts';
import { type StandaloneService, testKey } from './standalone.ts';

/** What went between the clients and the service. */
export interface Traffic {
  readonly baseUrl: string;
  /** How many submissions were answered with each status. */
  readonly submissions: Map<number, number>;
  /** How many other requests were answered with 429. */
  limited: number;
  /** The most jobs that were accepted and that no client had yet seen ended. */
  mostInFlight: number;
  stop(): Promise<void>;
}

/** Stands before the service and counts. */
export async function watchTraffic(service: StandaloneService): Promise<Traffic> {
  const submissions = new Map<number, number>();
  let inFlight = 0;
  const ended = new Set<string>();
  const counting = alteredServers(fixedServer(new URL(service.api.baseUrl), testKey), {
    answer({ status, body }, asked) {
      if (asked.method === 'POST') {
        submissions.set(status, (submissions.get(status) ?? 0) + 1);
        if (status === 202) inFlight += 1;
        traffic.mostInFlight = Math.max(traffic.mostInFlight, inFlight);
      } else if (status === 429) traffic.limited += 1;
      else if (/\/job\/[^/]+$/.test(asked.path) && !ended.has(asked.path)) {
        if (JSON.parse(body.toString()).status !== 'Succeeded') return {};
        ended.add(asked.path);
        inFlight -= 1;
      }
      return {};
    },
  });
  const server = await counting.open({}, new AbortController().signal);
  const baseUrl = server.baseUrl.href;
  const traffic: Traffic = {
    baseUrl,
    submissions,
    limited: 0,
    mostInFlight: 0,
    stop: async () => server.close(),
  };
  return traffic;
}
