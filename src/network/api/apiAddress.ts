import type { Configuration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { type ListenAddress, listenAddress } from '../configuration/listenAddress.ts';
import { variableOf } from '../configuration/settings.ts';

/**
 * Where the API listens: keys and files cross no network in the clear.
 * @throws ConfigurationError for an address that others reach, without TLS and without a proxy that does it
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
