import * as tls from 'node:tls';
import { trustedCertificates } from './certificates.ts';
import { patientConnector } from './patientSocket.ts';
import { type ProxySettings, proxyRoutes } from './proxySettings.ts';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from './undici.ts';

/** Three sets of connections, so that long transfers never stand in the way of short requests. */
export interface Dispatchers {
  /** Status, lists and entitlements. */
  readonly requests: Dispatcher;
  readonly downloads: Dispatcher;
  /** For requests that ask for a connection of their own (`reset`), so that none is ever kept here. */
  readonly submissions: Dispatcher;
  /** Takes no more requests, and ends each connection when what is under way on it has ended. */
  close(): void;
}

const connectTimeoutMs = 10_000;
const maxRequestsInFlight = 6;
const maxDownloadsInFlight = 8;

// HTTP/2 would send requests again by itself when a connection ends, and a submission must never be.
const http1 = { allowH2: false };

/** Dispatchers for the network, by proxy where the settings say so, with the certificates that they trust. */
export function networkDispatchers(settings: ProxySettings): Dispatchers {
  const secureContext = tls.createSecureContext({ ca: trustedCertificates(settings.systemCertificates) });
  const security = { secureContext, rejectUnauthorized: settings.strictSsl };
  const common = {
    ...http1,
    ...proxyRoutes(settings),
    connect: buildConnector({ ...http1, ...security, timeout: connectTimeoutMs }),
    requestTls: security,
    proxyTls: security,
    connectTimeout: connectTimeoutMs,
  };
  return dispatchers((options) => new EnvHttpProxyAgent({ ...common, ...options }));
}

/** Dispatchers for a service behind a Unix socket or a named pipe. */
export function socketDispatchers(socketPath: string): Dispatchers {
  const connect = buildConnector({ ...http1, socketPath, timeout: connectTimeoutMs });
  return dispatchers((options) => new Agent({ ...http1, connect, ...options }));
}

function dispatchers(create: (options: Agent.Options) => Dispatcher): Dispatchers {
  const requests = create({ connections: maxRequestsInFlight });
  const downloads = create({ connections: maxDownloadsInFlight });
  const submissions = create({ factory: patientPool });
  return {
    requests,
    downloads,
    submissions,
    close() {
      for (const each of [requests, downloads, submissions]) void each.close();
    },
  };
}

function patientPool(origin: string | URL, options: Pool.Options): Dispatcher {
  const { connect } = options;
  return new Pool(
    origin,
    typeof connect === 'function' ? { ...options, connect: patientConnector(connect) } : options,
  );
}
