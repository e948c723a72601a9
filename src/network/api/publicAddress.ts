import type { Configuration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { type ListenAddress, listenAddress } from '../configuration/listenAddress.ts';
import { variableOf } from '../configuration/settings.ts';
import { tlsServer } from './tls.ts';
import { proxiesOf } from './trustedProxies.ts';

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

/** Checks the settings for public addresses before the node starts. @throws ConfigurationError */
export function checkPublicSettings(configuration: Configuration): void {
  publicAddress(configuration);
  publicAddress(configuration, 'accountsListen');
  proxiesOf(configuration);
  tlsServer(configuration);
}
