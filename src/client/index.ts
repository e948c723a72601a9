/**
 * The network code, a separate bundle that is loaded on first use, because loading undici takes 50 ms. Other folders
 * import these functions only using `await import()`; they may import types directly.
 */
export type { ConnectionFacts, NetworkConnection, ServiceApi } from './apiClient.ts';
export { createNetworkService, createSender, type NetworkOptions } from './networkService.ts';
export type { ProxySettings } from './dispatchers.ts';
