import { BlockList, isIP } from 'node:net';

/** Addresses of this computer and of non-public networks (IANA's special-purpose registries). */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  // IPv4 addresses, private ones among them, as translators and tunnels embed them.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** True if an IP address isn't on the public internet; anything that isn't an IP address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version === 0 || privateAddresses.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
