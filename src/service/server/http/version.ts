import { endpointVersion } from '../../../contract/routes.ts';
import { serviceError } from '../../faults.ts';

/** The places where a request may specify the endpoint version (api.md, Versions 4). */
interface VersionSources {
  readonly suffix: string | undefined;
  readonly query: unknown;
  readonly header: unknown;
}

/** True if a path segment requests a version. `v<n>` is reserved and never a format. */
export function isVersionSegment(segment: string): boolean {
  return /^v\d+$/i.test(segment);
}

/**
 * Checks the requested version. The route suffix wins over the query, and the query over the header (api.md, Versions
 * 5).
 * @throws ServiceError `request.unsupported_version`
 */
export function checkVersion({ suffix, query, header }: VersionSources): void {
  const wanted = suffix?.slice(1) ?? query ?? header;
  if (wanted === undefined || (typeof wanted === 'string' && Number(wanted) === endpointVersion)) return;
  const named = typeof wanted === 'string' ? wanted : 'asked for';
  throw serviceError(
    'request.unsupported_version',
    `The version ${named} doesn’t exist. Available: ${endpointVersion}.`,
  );
}
