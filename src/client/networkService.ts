import type { RequestDialect } from '../contract/dialect.ts';
import type { Extensions } from '../contract/extensions.ts';
import type { Service } from '../jobs/core/service.ts';
import type { Clock } from '../util/clock.ts';
import { ApiClient } from './apiClient.ts';
import { networkDispatchers } from './http/dispatchers.ts';
import { type ProxySettings, proxyTo } from './http/proxySettings.ts';
import { ExtensionsCache } from './extensionsCache.ts';
import { defaultTimeouts, type Timeouts } from './http/exchange.ts';
import { Transport } from './http/transport.ts';
import { LimitsCache } from './limitsCache.ts';
import type { NetworkConnection } from './serviceConnection.ts';

export interface NetworkOptions {
  /** An `https:` or `http:` URL. May have a path, which all endpoints share. */
  readonly baseUrl: URL;
  /** The key that was entered for this origin. */
  readonly apiKey: () => Promise<string | undefined>;
  readonly proxy: ProxySettings;
  readonly writing: RequestDialect;
  readonly clock: Clock;
  /** Logs a line, which contains no secrets. */
  readonly log: (message: string) => void;
  readonly timeouts?: Partial<Timeouts>;
  /** Returns a number from 0 to below 1, for the jitter of retries. */
  readonly random?: () => number;
}

/** Proxies often cut connections that are silent for half a minute. */
const maxWaitSeconds = 20;

/** Connects to the hosted network. It sends nothing before the first call. */
export function createNetworkService(options: NetworkOptions): NetworkConnection {
  const dispatchers = networkDispatchers(options.baseUrl.hostname, options.proxy);
  const client = new ApiClient(new Transport({ ...options, dispatchers }), options.writing);
  const limits = new LimitsCache({
    ...options,
    load: (signal) => client.entitlements('convert', signal),
  });
  const extensions = new ExtensionsCache((signal) => client.extensions(signal), options.clock);
  client.onDidReadEntitlements((entitlements) => void limits.note(entitlements));
  const service: Service = {
    id: 'network',
    get charges() {
      return limits.charges;
    },
    hosted: true,
    cancellable: false,
    epoch: () => options.baseUrl.href,
    submit: async (submission, signal) => ({
      ...(await client.submit(submission, signal)),
      epoch: options.baseUrl.href,
    }),
    extensions: async (signal) => withinTimeout(await extensions.get(signal), options.timeouts),
    job: (tool, remote, signal, waitSeconds) => client.job(tool, remote.jobId, signal, waitSeconds),
    download: (tool, remote, signal) => client.download(tool, remote.jobId, signal),
    // The network's API can't cancel jobs.
    cancel: async () => {},
    limits: (signal, how) => limits.get(signal, how),
  };
  const proxyHost = proxyTo(options.baseUrl, options.proxy);
  return { service, client, proxyHost, dispose: () => dispatchers.close() };
}

/** Limits long polls to half the timeout, so that an answer arrives well before the request times out. */
function withinTimeout(extensions: Extensions, timeouts: NetworkOptions['timeouts']): Extensions {
  const { longPollSeconds } = extensions;
  if (longPollSeconds === undefined) return extensions;
  const { headersMs } = { ...defaultTimeouts, ...timeouts };
  return { ...extensions, longPollSeconds: Math.min(longPollSeconds, maxWaitSeconds, headersMs / 2000) };
}
