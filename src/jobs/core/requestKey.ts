import type { Job, JobRequest } from './job.ts';
import { withholdSecrets } from './withholdSecrets.ts';

/** A key that is equal for equal requests: the same files, tool, service, target, options, folder, and name. */
export function requestKey(request: JobRequest): string {
  const { tool, service, source, combined, targetFormat, options, placement } = request;
  const { folder, name } = placement.output ?? {};
  return stableJson([tool, service, source, targetFormat, options ?? {}, combined?.sources, folder, name]);
}

/** The same for jobs of other windows, whose secrets are unknown: only the names of their secrets have to match. */
export function requestKeyAcrossWindows(job: Job): string {
  const { withheldOptions = [], ...rest } = withholdSecrets(job);
  return stableJson([requestKey(rest), withheldOptions.toSorted()]);
}

/** JSON that is independent of the order of fields. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
