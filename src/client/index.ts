/**
 * The network code, a separate bundle that is loaded on first use, as undici costs 50 ms. Other folders import these
 * functions only by `await import()`; types may be imported anywhere.
 */
export type { ConnectionFacts } from './apiClient.ts';
export { createLocalService, type LocalOptions } from './localService.ts';
export { createNetworkService, type NetworkOptions } from './networkService.ts';
export type { ProxySettings } from './http/proxySettings.ts';
export type { NetworkConnection, ServiceApi, ServiceConnection } from './serviceConnection.ts';
