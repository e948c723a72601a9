import path from 'node:path';
import { fixedServer } from '../../conformance/servers/fixedServer.ts';
import { alteredServers } from '../../../test/support/conformance/alteredServers.ts';
import { type StandaloneService, testKey } from '../../../test/support/service/standalone.ts';

/** The times, in milliseconds, when the service accepted a job and when a client first saw its success. */
export interface PassingJob {
  readonly acceptedAt: number;
  endHeardAt: number | undefined;
}

/** The traffic between the clients and the service. */
export interface Traffic {
  readonly baseUrl: string;
  /** The accepted jobs, in order. */
  readonly jobs: ReadonlyMap<string, PassingJob>;
  /** The number of polls. */
  polls: number;
  /** The number of submissions answered with each status. */
  readonly submissions: Map<number, number>;
  /** The number of other requests answered with 429. */
  limited: number;
  /** The maximum number of accepted jobs whose end no client had seen yet. */
  maxInFlight: number;
  stop(): Promise<void>;
}

/** A proxy before the service that counts requests. */
export async function watchTraffic(service: StandaloneService): Promise<Traffic> {
  const submissions = new Map<number, number>();
  const jobs = new Map<string, PassingJob>();
  let inFlight = 0;
  const counting = alteredServers(fixedServer(new URL(service.api.baseUrl), testKey), {
    answer({ status, body }, asked) {
      if (asked.method === 'POST') {
        submissions.set(status, (submissions.get(status) ?? 0) + 1);
        if (status !== 202) return {};
        jobs.set(JSON.parse(body.toString()).id, { acceptedAt: performance.now(), endHeardAt: undefined });
        inFlight += 1;
        traffic.maxInFlight = Math.max(traffic.maxInFlight, inFlight);
      } else if (status === 429) traffic.limited += 1;
      else if (isJobPath(asked.path)) {
        traffic.polls += 1;
        // A long poll has a query.
        const job = jobs.get(path.basename(asked.path.split('?')[0] ?? ''));
        if (job?.endHeardAt !== undefined || JSON.parse(body.toString()).status !== 'Succeeded') return {};
        if (job !== undefined) job.endHeardAt = performance.now();
        inFlight -= 1;
      }
      return {};
    },
  });
  const server = await counting.open({}, new AbortController().signal);
  const baseUrl = server.baseUrl.href;
  const traffic: Traffic = {
    baseUrl,
    jobs,
    polls: 0,
    submissions,
    limited: 0,
    maxInFlight: 0,
    stop: async () => server.close(),
  };
  return traffic;
}

function isJobPath(address: string): boolean {
  return /\/job\/[^/]+$/.test(address);
}
