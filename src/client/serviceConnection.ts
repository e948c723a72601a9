import type { Service } from '../jobs/core/service.ts';
import type { Disposable } from '../util/disposable.ts';
import type { ApiClient } from './apiClient.ts';

/** The endpoints for requests outside a job; none of them costs credits. */
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

/** A connection to a service, with two interfaces. Disposing it finishes ongoing requests and rejects new ones. */
export interface ServiceConnection extends Disposable {
  /** The interface that `jobs/` needs. */
  readonly service: Service;
  /** The interface for lists, schemas, estimates, and entitlements. */
  readonly client: ServiceApi;
}

/** The network, whose connection can also be probed. */
export interface NetworkConnection extends ServiceConnection {
  readonly client: ServiceApi & Pick<ApiClient, 'announcement' | 'probe' | 'recognize'>;
  /** Host and port of the proxy in use, or `undefined` for a direct connection. */
  readonly proxyHost: string | undefined;
}
