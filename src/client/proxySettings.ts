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

/** The routes that the settings mean: a proxy of the settings takes the place of the environment's. */
export function proxyRoutes(settings: ProxySettings): ProxyRoutes {
  const variable = (name: string): string => settings.env[name.toLowerCase()] || settings.env[name] || '';
  const noProxy = [...loopback, ...settings.noProxy, variable('NO_PROXY')].filter(Boolean).join(',');
  if (!settings.enabled) return { httpProxy: '', httpsProxy: '', noProxy };
  const httpProxy = withScheme(settings.proxy || variable('HTTP_PROXY'));
  return {
    httpProxy,
    httpsProxy: withScheme(settings.proxy || variable('HTTPS_PROXY')) || httpProxy,
    noProxy,
  };
}

/** Proxies are often written as `host:port`. */
function withScheme(proxy: string): string {
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
}
