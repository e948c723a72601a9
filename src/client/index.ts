/**
 * The network code, a separate bundle that is loaded on first use, because loading undici takes 50 ms. Other folders
 * import these functions only using `await import()`; they may import types directly.
 */
export type { ConnectionFacts, NetworkConnection, ServiceApi, ServiceConnection } from './apiClient.ts';
export { createLocalService, type LocalOptions } from './localService.ts';
export { createNetworkService, createSender, type NetworkOptions } from './networkService.ts';
export type { ProxySettings } from './dispatchers.ts';
