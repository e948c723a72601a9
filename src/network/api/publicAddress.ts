import type { Configuration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { type ListenAddress, listenAddress } from '../configuration/listenAddress.ts';
import { variableOf } from '../configuration/settings.ts';
import { tlsServer } from './tls.ts';
import { proxiesOf } from './trustedProxies.ts';

/**
 * The address of the API or the account pages. Keys, files and passwords don't cross networks unencrypted.
 * @throws ConfigurationError for an address that other computers reach, without TLS or a proxy that provides it
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
      `${listen} can be reached by others: set ${certificate}, or ${proxies} for a proxy that has TLS.`,
    );
  }
  return address;
}

/** Finds mistakes in the settings of public addresses before anything starts. @throws ConfigurationError */
export function checkPublicSettings(configuration: Configuration): void {
  publicAddress(configuration);
  publicAddress(configuration, 'accountsListen');
  proxiesOf(configuration);
  tlsServer(configuration);
}
