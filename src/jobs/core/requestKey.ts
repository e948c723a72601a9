import type { Job, JobRequest } from './job.ts';
import { withholdSecrets } from './withholdSecrets.ts';

/** A text that is equal for requests that ask for the same: the same files, tool, service, target, options, folder and name. */
export function requestKey(request: JobRequest): string {
  const { tool, service, source, combined, targetFormat, options, placement } = request;
  const { folder, name } = placement.output ?? {};
  return stableJson([tool, service, source, targetFormat, options ?? {}, combined?.sources, folder, name]);
}

/** The same for jobs of other windows, whose secrets nobody knows: it is enough that they have secrets of the same names. */
export function requestKeyAcrossWindows(job: Job): string {
  const { withheldOptions = [], ...rest } = withholdSecrets(job);
  return stableJson([requestKey(rest), withheldOptions.toSorted()]);
}

/** JSON in which the order of an object's fields makes no difference. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
