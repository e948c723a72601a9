import type { ApiClient } from './apiClient.ts';

/** The endpoints that are asked outside a job; none of them costs credits. */
export type ServiceApi = Pick<
  ApiClient,
  'conversions' | 'compressions' | 'installable' | 'optionsSchema' | 'estimate' | 'entitlements'
>;
