import { TransportError } from '../../contract/errors.ts';
import { own } from '../../util/own.ts';

/** How the network is reached, as VS Code's `http.*` settings and the environment say. */
export interface ProxySettings {
  /** URL of the proxy, with user and password where it wants them; the environment's proxy when absent. */
  readonly proxy: string | undefined;
  /** Hosts that are reached directly, besides those of NO_PROXY and the loopback. */
  readonly noProxy: readonly string[];
  /** `false` when no proxy is to be used at all. */
  readonly enabled: boolean;
  /** Whether a certificate must be valid. */
  readonly strictSsl: boolean;
  /** Whether to trust the operating system's certificates besides Node's own. */
  readonly systemCertificates: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The proxies and exceptions to use; an empty string is no proxy. */
export interface ProxyRoutes {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * The routes that the settings mean: a proxy of the settings takes the place of the environment's.
 * @throws TransportError `transport.unreachable` for a proxy that can't be used, since going past it is not what was asked for
 */
export function proxyRoutes(settings: ProxySettings): ProxyRoutes {
  const variable = (name: string): string =>
    own(settings.env, name.toLowerCase()) || own(settings.env, name) || '';
  const noProxy = [...loopback, ...settings.noProxy, variable('NO_PROXY')].filter(Boolean).join(',');
  if (!settings.enabled) return { httpProxy: '', httpsProxy: '', noProxy };
  const httpProxy = proxyAddress(settings.proxy || variable('HTTP_PROXY'));
  return {
    httpProxy,
    httpsProxy: proxyAddress(settings.proxy || variable('HTTPS_PROXY')) || httpProxy,
    noProxy,
  };
}

/** Host and port of the proxy on the way to an address, or `undefined` where it is reached directly. */
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
    // Without the address, which may hold a password.
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
