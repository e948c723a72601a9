import type { Configuration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { type ListenAddress, listenAddress } from '../configuration/listenAddress.ts';
import { variableOf } from '../configuration/settings.ts';
import { tlsServer } from './tls.ts';
import { proxiesOf } from './trustedProxies.ts';

/**
 * The API's address. Keys and files don't cross networks unencrypted.
 * @throws ConfigurationError for an address that other computers reach, without TLS or a proxy that provides it
 */
export function apiAddress(configuration: Configuration): ListenAddress {
  const { listen, tlsCertificateFile, trustedProxies } = configuration;
  const address = listenAddress('listen', listen);
  if (!address.isLoopback && tlsCertificateFile === undefined && trustedProxies.length === 0) {
    const [certificate, proxies] = [variableOf('tlsCertificateFile'), variableOf('trustedProxies')];
    throw new ConfigurationError(
      `${listen} can be reached by others: set ${certificate}, or ${proxies} for a proxy that has TLS.`,
    );
  }
  return address;
}

/** Finds mistakes in the API's settings before anything starts. @throws ConfigurationError */
export function checkApiSettings(configuration: Configuration): void {
  apiAddress(configuration);
  proxiesOf(configuration);
  tlsServer(configuration);
}
