import type { EventEmitter } from 'node:events';
import { BlockList, isIP, type Socket } from 'node:net';
import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { isLoopback } from '../contract/extensions.ts';
import { plainAddress } from '../service/server/callerLimits.ts';
import type { ServerOptions, TrustProxy } from '../service/server/serverOptions.ts';
import { systemCode } from '../util/files.ts';
import { ConfigurationError, type Configuration, readText } from './configuration.ts';
import { type SettingName, settings, variableOf } from './settings.ts';

interface ListenAddress {
  readonly host: string;
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly isLoopback: boolean;
}

type ListenSetting = SettingName & ('listen' | 'operationsListen' | 'accountsListen');

/** Parses an address to listen on. @throws ConfigurationError for anything but an address with a port */
export function listenAddress(setting: ListenSetting, text: string): ListenAddress {
  const colon = text.lastIndexOf(':');
  // An IPv6 address is in brackets.
  const host = text.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const port = /^\d{1,5}$/.test(text.slice(colon + 1)) ? Number(text.slice(colon + 1)) : Number.NaN;
  if (isIP(host) === 0 || !(port <= 65_535)) {
    throw new ConfigurationError(
      `${variableOf(setting)} must be ${settings[setting].expected}, not "${text}".`,
    );
  }
  return { host, port, isLoopback: isLoopback({ hostname: host }) };
}

const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ['EADDRINUSE', 'another program uses that port'],
  ['EACCES', 'that port requires special privileges'],
  ['EADDRNOTAVAIL', 'this computer doesn’t have that address'],
]);

/**
 * Throws the error for a failed attempt to listen.
 * @throws ConfigurationError if the address can't be used; otherwise, the original error
 */
export function cannotListen(setting: ListenSetting, text: string, error: unknown): never {
  const reason = reasons.get(systemCode(error));
  if (reason === undefined) throw error;
  throw new ConfigurationError(
    `Can’t listen on ${text}, because ${reason}. Set ${variableOf(setting)} to another address and port.`,
    { cause: error },
  );
}

/**
 * Returns the address on which the API or the account pages listen. Keys, files, and passwords must not cross networks
 * unencrypted.
 * @throws ConfigurationError if other computers can reach the address, and neither TLS nor a proxy with TLS is set up
 */
export function publicAddress(
  configuration: Configuration,
  setting: 'listen' | 'accountsListen' = 'listen',
): ListenAddress {
  const { [setting]: listen, tlsCertificateFile, trustedProxies } = configuration;
  const address = listenAddress(setting, listen);
  if (!address.isLoopback && tlsCertificateFile === undefined && trustedProxies.length === 0) {
    const [certificate, proxies] = [variableOf('tlsCertificateFile'), variableOf('trustedProxies')];
    throw new ConfigurationError(
      `Other computers can reach ${listen}, so it needs TLS. Set ${certificate}, or ${proxies} if a proxy provides TLS.`,
    );
  }
  return address;
}

/**
 * Returns the address on which the account pages listen.
 * @throws ConfigurationError if browsers can't use it safely
 */
export function pagesAddress(configuration: Configuration): ListenAddress {
  const listening = publicAddress(configuration, 'accountsListen');
  const { authUrl, tlsCertificateFile, trustedProxies } = configuration;
  if (!listening.isLoopback && authUrl === undefined)
    throw new ConfigurationError(
      `Other computers can reach ${configuration.accountsListen}, so set ${variableOf('authUrl')} to ${settings.authUrl.expected}.`,
    );
  const isBehindProxy = authUrl?.startsWith('https:') === true && tlsCertificateFile === undefined;
  if (isBehindProxy && trustedProxies.length === 0)
    throw new ConfigurationError(
      `The account pages at ${authUrl} need TLS. Set ${variableOf('tlsCertificateFile')}, or ${variableOf('trustedProxies')} if a proxy provides TLS, because all of its callers share their limits otherwise.`,
    );
  return listening;
}

/**
 * Closes connections that other computers make without TLS, unless they come from a trusted proxy, which provides TLS.
 * Otherwise, keys and passwords could reach the server unencrypted past the proxy.
 */
export function refusePlainConnections(
  server: Pick<EventEmitter, 'on'>,
  { tlsCertificateFile, trustedProxies }: Pick<Configuration, 'tlsCertificateFile' | 'trustedProxies'>,
): void {
  if (tlsCertificateFile !== undefined) return;
  const isProxy = proxiesOf({ trustedProxies });
  server.on('connection', (socket: Pick<Socket, 'remoteAddress' | 'destroy'>) => {
    const address = plainAddress(socket.remoteAddress ?? '') ?? '';
    if (!isLoopback({ hostname: address }) && !isProxy(address, 0)) socket.destroy();
  });
}

/** Checks the settings for public addresses before the node starts. @throws ConfigurationError */
export function checkPublicSettings(configuration: Configuration): void {
  publicAddress(configuration);
  pagesAddress(configuration);
  proxiesOf(configuration);
  tlsServer(configuration);
}

/**
 * Returns the server option for HTTPS with the configured certificate. Returns no option if none is configured.
 * @throws ConfigurationError
 */
export function tlsServer({
  tlsCertificateFile,
  tlsKeyFile,
}: Configuration): Pick<ServerOptions, 'createHttpServer'> {
  const [certificate, key] = [variableOf('tlsCertificateFile'), variableOf('tlsKeyFile')];
  if (tlsCertificateFile === undefined && tlsKeyFile === undefined) return {};
  if (tlsCertificateFile === undefined || tlsKeyFile === undefined) {
    throw new ConfigurationError(`Set both ${certificate} and ${key}, or neither.`);
  }
  const files = { cert: readText(tlsCertificateFile), key: readText(tlsKeyFile) };
  try {
    createSecureContext(files);
  } catch (error) {
    throw new ConfigurationError(
      `The files in ${certificate} and ${key} aren’t a certificate and its private key: ${String(error)}.`,
      { cause: error },
    );
  }
  return { createHttpServer: (options, listener) => createServer({ ...options, ...files }, listener) };
}

/**
 * Decides which proxies the API trusts to report a caller's address. `X-Forwarded-For` is read from the right, where
 * the nearest proxy adds its entry. The connection may come from any listed address or network. Further to the left,
 * only proxies that are listed with their own address are skipped, because a caller in the same network as the proxies
 * can write anything there.
 * @throws ConfigurationError
 */
export function proxiesOf({ trustedProxies }: Pick<Configuration, 'trustedProxies'>): TrustProxy {
  const [nearest, others] = [new BlockList(), new BlockList()];
  for (const text of trustedProxies) {
    const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const type = familyOf(address);
    const maxBits = type === 'ipv6' ? 128 : 32;
    const bits = Number(length ?? maxBits);
    if (type === undefined || bits > maxBits)
      throw new ConfigurationError(
        `${variableOf('trustedProxies')} must be ${settings.trustedProxies.expected}, not "${text}".`,
      );
    nearest.addSubnet(address, bits, type);
    if (bits === maxBits) others.addAddress(address, type);
  }
  return (address, hop) => {
    const type = familyOf(address);
    return type !== undefined && (hop === 0 ? nearest : others).check(address, type);
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}
