import * as tls from 'node:tls';
import { TransportError } from '../contract/errors.ts';
import { ownValue } from '../util/ownValue.ts';
import { guardedConnectors, readAfterResetConnector } from './connectors.ts';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from './undici.ts';

/** Separate connection pools, so that long transfers never block short requests. */
export interface Dispatchers {
  /** Short requests, such as for statuses, lists, and entitlements. */
  readonly requests: Dispatcher;
  /** Long polls, which wait for the end of a job. */
  readonly waits: Dispatcher;
  readonly downloads: Dispatcher;
  /** Downloads that the service stores on another host. */
  readonly storage: Dispatcher;
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
  const create = (options: Pool.Options | { factory: typeof patientPool }): Dispatcher =>
    new EnvHttpProxyAgent({ ...common, connect: home, ...options });
  const requests = create({ connections: maxRequestsInFlight });
  const waits = create({ connections: maxWaits });
  const downloads = create({ connections: maxDownloadsInFlight });
  const submissions = create({ factory: patientPool });
  const close = (): void => {
    for (const each of [requests, waits, downloads, storage, submissions]) void each.close();
  };
  return { requests, waits, downloads, storage, submissions, close };
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

/** Proxy settings from VS Code's `http.*` settings and the environment. */
export interface ProxySettings {
  /** URL of the proxy, with user and password if required; `undefined` means the environment's proxy. */
  readonly proxy: string | undefined;
  /** Hosts to reach directly, in addition to those of NO_PROXY and the loopback. */
  readonly noProxy: readonly string[];
  /** `false` to use no proxy at all. */
  readonly enabled: boolean;
  /** True if certificates must be valid. */
  readonly strictSsl: boolean;
  /** True to also trust the operating system's certificates. */
  readonly systemCertificates: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The proxies and exceptions to use; an empty string means no proxy. */
interface ProxyRoutes {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * The routes to use: a proxy in the settings overrides the environment's.
 * @throws TransportError `transport.unreachable` if the proxy can't be used, as bypassing it isn't what the user asked
 * for
 */
export function proxyRoutes(settings: ProxySettings): ProxyRoutes {
  const variable = (name: string): string =>
    ownValue(settings.env, name.toLowerCase()) || ownValue(settings.env, name) || '';
  const noProxy = [...loopback, ...settings.noProxy, variable('NO_PROXY')].filter(Boolean).join(',');
  if (!settings.enabled) return { httpProxy: '', httpsProxy: '', noProxy };
  const httpProxy = proxyAddress(settings.proxy || variable('HTTP_PROXY'));
  return {
    httpProxy,
    httpsProxy: proxyAddress(settings.proxy || variable('HTTPS_PROXY')) || httpProxy,
    noProxy,
  };
}

/** Host and port of the proxy to use for an address, or `undefined` for a direct connection. */
export function proxyTo({ protocol, hostname, port }: URL, settings: ProxySettings): string | undefined {
  const { httpProxy, httpsProxy, noProxy } = proxyRoutes(settings);
  const proxy = URL.parse(protocol === 'https:' ? httpsProxy : httpProxy);
  const isExcepted = noProxy.split(/[\s,]+/).some((exception) => {
    const name = exception.replace(/^\*?\./, '').toLowerCase();
    return name === '*' || [hostname, `${hostname}:${port}`].some((host) => isBelow(host, name));
  });
  return proxy === null || isExcepted ? undefined : proxy.host;
}

function isBelow(host: string, name: string): boolean {
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

const proxyProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:', 'socks:']);

/** The address with its scheme: proxies are often written as `host:port`. */
function proxyAddress(proxy: string): string {
  if (proxy === '') return '';
  const url = URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`);
  if (url === null || !proxyProtocols.has(url.protocol) || !isDecodable(url.username + url.password)) {
    // Omits the address, which may contain a password.
    throw new TransportError(
      'transport.unreachable',
      'The address of the proxy can’t be used. Check http.proxy.',
    );
  }
  return url.href;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
