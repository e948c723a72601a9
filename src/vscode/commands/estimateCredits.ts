import type { ServiceApi } from '../../client/index.ts';
import { formatOfFileName } from '../../contract/format.ts';
import type { JobRequest } from '../../jobs/job.ts';

/** The least that a file of these conversions costs, asked once for each pair of formats. */
export async function estimateCredits(client: ServiceApi, requests: readonly JobRequest[]): Promise<number> {
  const pairs = new Map<string, readonly [string, string]>();
  for (const { service, source, targetFormat } of requests) {
    const from = formatOfFileName(source);
    if (service === 'network' && from !== undefined && targetFormat !== undefined) {
      pairs.set(`${from} ${targetFormat}`, [from, targetFormat]);
    }
  }
  const estimates = await Promise.all(
    [...pairs.values()].map(([from, to]) => client.estimate(from, to, AbortSignal.timeout(5000))),
  );
  return estimates.length === 0 ? 1 : Math.min(...estimates);
}
