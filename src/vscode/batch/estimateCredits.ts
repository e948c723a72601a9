import type { ServiceApi } from '../../client/index.ts';
import type { JobRequest } from '../../jobs/core/job.ts';
import { pairsOf } from './jobPlan.ts';

/** The least that a file of these conversions costs at the network, asked once for each pair of formats. */
export async function estimateCredits(client: ServiceApi, requests: readonly JobRequest[]): Promise<number> {
  const paid = pairsOf(requests).filter(({ service }) => service === 'network');
  const estimates = await Promise.all(
    paid.map(({ from, to }) => client.estimate(from, to, AbortSignal.timeout(5000))),
  );
  return estimates.length === 0 ? 1 : Math.min(...estimates);
}
