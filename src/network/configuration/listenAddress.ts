import { BlockList, isIP } from 'node:net';
import { ConfigurationError } from './configurationError.ts';
import { type SettingName, settings, variableOf } from './settings.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly isLoopback: boolean;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** @throws ConfigurationError for what is no address with a port */
export function listenAddress(
  setting: SettingName & ('listen' | 'operationsListen'),
  text: string,
): ListenAddress {
  const colon = text.lastIndexOf(':');
  const host = text.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
  const port = /^\d{1,5}$/.test(text.slice(colon + 1)) ? Number(text.slice(colon + 1)) : Number.NaN;
  const family = isIP(host);
  if (family === 0 || !(port <= 65_535)) {
    throw new ConfigurationError(`${variableOf(setting)} takes ${settings[setting].takes}, not "${text}".`);
  }
  return { host, port, isLoopback: loopback.check(host, family === 4 ? 'ipv4' : 'ipv6') };
}
