import type { Service } from '../jobs/core/service.ts';
import type { Disposable } from '../util/disposable.ts';
import type { ApiClient } from './apiClient.ts';

/** The endpoints that are asked outside a job; none of them costs credits. */
export type ServiceApi = Pick<
  ApiClient,
  | 'conversions'
  | 'compressions'
  | 'combinations'
  | 'installable'
  | 'optionsSchema'
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
