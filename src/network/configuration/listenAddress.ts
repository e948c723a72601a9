import { BlockList, isIP } from 'node:net';
import { systemCode } from '../../util/files.ts';
import { ConfigurationError } from './configurationError.ts';
import { type SettingName, settings, variableOf } from './settings.ts';

export interface ListenAddress {
  readonly host: string;
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly isLoopback: boolean;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

type ListenSetting = SettingName & ('listen' | 'operationsListen' | 'accountsListen');

/** True if only this computer can be reached at an address, with or without brackets, or by a host's name. */
export function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  const family = isIP(host);
  return host === 'localhost' || (family !== 0 && loopback.check(host, family === 4 ? 'ipv4' : 'ipv6'));
}

/** Returns the host of an address, in which an IPv6 address is in brackets. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

/** Parses an address to listen on. @throws ConfigurationError for anything but an address with a port */
export function listenAddress(setting: ListenSetting, text: string): ListenAddress {
  const colon = text.lastIndexOf(':');
  const host = withoutBrackets(text.slice(0, colon));
  const port = /^\d{1,5}$/.test(text.slice(colon + 1)) ? Number(text.slice(colon + 1)) : Number.NaN;
  if (isIP(host) === 0 || !(port <= 65_535)) {
    throw new ConfigurationError(
      `${variableOf(setting)} must be ${settings[setting].expected}, not "${text}".`,
    );
  }
  return { host, port, isLoopback: isLoopback(host) };
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
