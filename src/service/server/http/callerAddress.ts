import { isIP, isIPv4 } from 'node:net';

/**
 * An IP address without a port or zone; `undefined` for any other text, which a proxy may pass on. A socket for IPv4 and
 * IPv6 reports IPv4 addresses in the form `::ffff:10.0.0.1`, and some proxies report addresses with their port.
 */
export function plainAddress(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const [address = ''] = (inBrackets ?? beforePort ?? text).split('%');
  const inner = address.slice('::ffff:'.length);
  if (isIPv4(inner)) return inner;
  return isIP(address) === 0 ? undefined : address;
}

/** The number of groups of an IPv6 address that name its network. */
const networkGroups = 4;

/**
 * The part of an address that identifies a caller, for limits. A caller with IPv6 can use any address of its /64
 * network. Callers of a local socket have no address.
 */
export function callerNetwork(text: string | undefined): string {
  const address = plainAddress(text ?? '') ?? 'unknown';
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  // An IPv4 address at the end counts as two groups.
  const zeros = 8 - head.length - tail.length - (address.includes('.') ? 1 : 0);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return groups
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
