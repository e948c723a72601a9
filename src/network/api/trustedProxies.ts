import { BlockList, isIP } from 'node:net';
import type { TrustProxy } from '../../service/server/serverOptions.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { settings, variableOf } from '../configuration/settings.ts';

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
    const [address = '', length, ...rest] = text.split('/');
    const type = familyOf(address);
    const bits = Number(length ?? bitsOf(type));
    if (type === undefined || rest.length > 0 || !isPrefix(length, bits, bitsOf(type))) throw invalid(text);
    nearest.addSubnet(address, bits, type);
    if (bits === bitsOf(type)) others.addAddress(address, type);
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

function bitsOf(type: 'ipv4' | 'ipv6' | undefined): number {
  return type === 'ipv6' ? 128 : 32;
}

function isPrefix(text: string | undefined, bits: number, maxBits: number): boolean {
  return (text === undefined || /^\d{1,3}$/.test(text)) && bits <= maxBits;
}

function invalid(text: string): ConfigurationError {
  return new ConfigurationError(
    `${variableOf('trustedProxies')} must be ${settings.trustedProxies.expected}, not "${text}".`,
  );
}
