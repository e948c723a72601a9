/**
 * Loads undici in parts, because its root module sets the process's global dispatcher, and other extensions share the
 * process. No other file may import undici.
 */
import type { buildConnector as Connectors, Dispatcher as DispatcherType } from 'undici';
import api, { type RequestOptions } from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// undici's root module would do this. A proxy's tunnel relies on it.
Object.assign(Dispatcher.prototype, api);

export type { DispatcherType as Dispatcher };
export type Connector = Connectors.connector;
export { buildConnector, EnvHttpProxyAgent, Pool };

/** Sends a request; rejects with undici's errors, or with the signal's reason. */
export async function request(
  dispatcher: DispatcherType,
  options: RequestOptions,
): Promise<DispatcherType.ResponseData> {
  return api.request.call(dispatcher, options);
}
