/**
 * The network code, a bundle of its own that is loaded on first use: undici costs 50 ms. Other folders import these
 * functions by `await import()` alone, and types as they like.
 */
export type { ConnectionFacts } from './apiClient.ts';
export { createLocalService, type LocalOptions } from './localService.ts';
export { createNetworkService, type NetworkOptions } from './networkService.ts';
export type { ProxySettings } from './http/proxySettings.ts';
export type { NetworkConnection, ServiceApi, ServiceConnection } from './serviceConnection.ts';
