import * as tls from 'node:tls';
import { guardedConnectors } from './guardedConnectors.ts';
import { readAfterResetConnector } from './readAfterReset.ts';
import { type ProxySettings, proxyRoutes } from './proxySettings.ts';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from './undici.ts';

/** Separate connection pools, so that long transfers never block short requests. */
export interface Dispatchers {
  /** Short requests, such as for statuses, lists, and entitlements. */
  readonly requests: Dispatcher;
  /** Long polls, which wait for the end of a job. */
  readonly waits: Dispatcher;
  readonly downloads: Dispatcher;
  /** Downloads that the service stores on another host; absent if it never does. */
  readonly storage?: Dispatcher;
  /** Submissions. Each closes its connection afterwards (`reset`), so this pool never keeps one. */
  readonly submissions: Dispatcher;
  /** Rejects new requests, and closes each connection once its current request has ended. */
  close(): void;
}

const connectTimeoutMs = 10_000;
const maxRequestsInFlight = 6;
const maxDownloadsInFlight = 8;
/** The poller's own limit, so that no long poll waits for another. */
const maxWaits = 24;

// HTTP/2 resends requests automatically when a connection ends, which must never happen to a submission.
const http1 = { allowH2: false };

/** Dispatchers for the network, with the proxy and the certificates of the settings. */
export function networkDispatchers(serviceHost: string, settings: ProxySettings): Dispatchers {
  const secureContext = tls.createSecureContext({ ca: trustedCertificates(settings.systemCertificates) });
  const security = { secureContext, rejectUnauthorized: settings.strictSsl };
  const common = {
    ...http1,
    ...proxyRoutes(settings),
    requestTls: security,
    proxyTls: security,
    connectTimeout: connectTimeoutMs,
  };
  const direct = buildConnector({ ...http1, ...security, timeout: connectTimeoutMs });
  const { home, elsewhere } = guardedConnectors(serviceHost, direct);
  const storage = new EnvHttpProxyAgent({ ...common, connect: elsewhere, connections: maxDownloadsInFlight });
  const own = dispatchers((options) => new EnvHttpProxyAgent({ ...common, connect: home, ...options }));
  const close = (): void => {
    own.close();
    void storage.close();
  };
  return { ...own, storage, close };
}

/** Dispatchers for a service behind a Unix socket or a named pipe. */
export function socketDispatchers(socketPath: string): Dispatchers {
  const connect = buildConnector({ ...http1, socketPath, timeout: connectTimeoutMs });
  return dispatchers((options) => new Agent({ ...http1, connect, ...options }));
}

function dispatchers(create: (options: Agent.Options) => Dispatcher): Dispatchers {
  const requests = create({ connections: maxRequestsInFlight });
  const waits = create({ connections: maxWaits });
  const downloads = create({ connections: maxDownloadsInFlight });
  const submissions = create({ factory: patientPool });
  return {
    requests,
    waits,
    downloads,
    submissions,
    close() {
      for (const each of [requests, waits, downloads, submissions]) void each.close();
    },
  };
}

function patientPool(origin: string | URL, options: Pool.Options): Dispatcher {
  const { connect } = options;
  return new Pool(
    origin,
    typeof connect === 'function' ? { ...options, connect: readAfterResetConnector(connect) } : options,
  );
}

/**
 * The trusted certificates: Node's own, those of NODE_EXTRA_CA_CERTS, and optionally the operating system's. VS Code
 * gives its certificates only to Node's modules, not to a bundled undici.
 */
function trustedCertificates(system: boolean): string[] {
  const own = tls.getCACertificates('default');
  return system ? [...new Set([...own, ...tls.getCACertificates('system')])] : own;
}
