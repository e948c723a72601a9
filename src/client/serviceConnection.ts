import type { Service } from '../jobs/core/service.ts';
import type { Disposable } from '../util/disposable.ts';
import type { ApiClient } from './apiClient.ts';

/** The endpoints that are asked outside a job; none of them costs credits. */
export type ServiceApi = Pick<
  ApiClient,
  | 'conversions'
  | 'compressions'
  | 'combinations'
  | 'optionsSchema'
  | 'compressionSchema'
  | 'combinationSchema'
  | 'estimate'
  | 'entitlements'
>;

/** A service in the two forms in which it is used. Disposing lets what is under way end, and takes nothing more. */
export interface ServiceConnection extends Disposable {
  /** What `jobs/` needs. */
  readonly service: Service;
  /** Lists, schemas, estimates and entitlements. */
  readonly client: ServiceApi;
}

/** The network, which can be looked at besides. */
export interface NetworkConnection extends ServiceConnection {
  readonly client: ServiceApi & Pick<ApiClient, 'probe' | 'recognize'>;
  /** Host and port of the proxy on the way, or `undefined` for the direct one. */
  readonly proxyHost: string | undefined;
}
