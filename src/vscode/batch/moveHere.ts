import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { Offers } from '../../planning/offers.ts';
import { canWorkHere } from '../../planning/workPlan.ts';
import type { Job } from '../../jobs/core/job.ts';
import { isNotAccepted } from '../../jobs/relocation.ts';

/** The ids of the jobs that wait for the network, which has certainly not accepted them, and that this computer could do. */
export async function movableHere(offers: Offers, jobs: readonly Job[]): Promise<readonly string[]> {
  const waiting = jobs.filter((job) => job.service === 'network' && isNotAccepted(job));
  if (waiting.length === 0) return [];
  const offer = await offers.here();
  return waiting.flatMap(({ id, source, tool, targetFormat }) => {
    if (tool === 'combine') return [];
    const format = formatOfFileName(source);
    return format !== undefined && canWorkHere(offer, format, { tool, targetFormat }) ? id : [];
  });
}
