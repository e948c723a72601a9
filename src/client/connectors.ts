import { BlockList, isIP, type Socket } from 'node:net';
import { TransportError } from '../contract/errors.ts';
import { toDisposable } from '../util/disposable.ts';
import type { Connector } from './undici.ts';

/**
 * Connectors for a service and for the hosts that it redirects downloads to. A public service must not make the client
 * fetch files from this computer or its private network. The check uses the connection's actual address, since a name
 * may resolve to any address. A proxy makes its own connections and applies its own rules.
 */
export function guardedConnectors(
  serviceHost: string,
  connect: Connector,
): { readonly home: Connector; readonly elsewhere: Connector } {
  // IPv6 addresses are bracketed in URLs.
  const hostname = serviceHost.replace(/^\[(.*)\]$/, '$1');
  let serviceIsPrivate = false;
  return {
    home: (options, callback) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null && options.hostname === hostname) {
          serviceIsPrivate = isPrivateAddress(socket.remoteAddress ?? '');
        }
        callback(...result);
      }),
    elsewhere: (options, callback) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null && !serviceIsPrivate && isPrivateAddress(socket.remoteAddress ?? '')) {
          socket.destroy();
          callback(unsafeRedirect(options.hostname, 'which isn’t on the public internet'), null);
        } else callback(...result);
      }),
  };
}

/** The error for a download that redirects to a forbidden address. */
export function unsafeRedirect(host: string, reason: string): TransportError {
  return new TransportError(
    'transport.unsafe_redirect',
    `The service reports the result at ${host}, ${reason}; nothing was downloaded from there.`,
    { requestComplete: false },
  );
}

/** IPv4 addresses that aren't on the public internet (IANA's registry of special-purpose addresses). */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
// Exceptions in the range of public IPv6 addresses. Tunnels embed IPv4 addresses, including private ones, in the first
// (Teredo) and the third (6to4).
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** The only range of public IPv6 addresses (RFC 4291, 2.4), and IPv4 addresses in the form that sockets may report. */
const publicRanges = new BlockList();
publicRanges.addSubnet('2000::', 3, 'ipv6');
publicRanges.addSubnet('::ffff:0:0', 96, 'ipv6');

/** True if an IP address isn't on the public internet; anything that isn't an IP address counts as private. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return privateAddresses.check(address, 'ipv4');
  return version === 0 || !publicRanges.check(address, 'ipv6') || privateAddresses.check(address, 'ipv6');
}

/** True if an address is at least as safe from eavesdroppers as the service's own. */
export function isAsSecure(target: URL, baseUrl: URL): boolean {
  return target.protocol === 'https:' || (target.protocol === 'http:' && baseUrl.protocol === 'http:');
}

/* oxlint-disable eslint/no-underscore-dangle -- Node defines these names for the methods that implement a stream. */

/** Time to read an answer after the server has stopped accepting bytes. By then, the answer has already arrived. */
const graceMs = 1000;

/**
 * A connector whose sockets stay readable for a moment after a write fails. A server that refuses an upload early (413,
 * 401, 402) answers and closes; the next write then fails with EPIPE or ECONNRESET, and Node would destroy the socket
 * before the answer is read.
 */
export function readAfterResetConnector(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error === null) makePatient(socket);
      callback(...result);
    });
}

/**
 * Delays the failure of a write until the socket has closed, at most for the grace period, and records which chunks
 * have been written.
 */
function makePatient(socket: Socket): void {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, patiently(socket, [{ chunk }], done));
  if (writev) socket._writev = (chunks, done) => writev(chunks, patiently(socket, chunks, done));
}

type Done = (error?: Error | null) => void;
type Chunks = readonly { readonly chunk: unknown }[];

function patiently(socket: Socket, chunks: Chunks, done: Done): Done {
  return (error) => {
    if (!error) for (const { chunk } of chunks) if (chunk instanceof Uint8Array) noteSent(chunk);
    if (!error || socket.destroyed) {
      done(error);
      return;
    }
    const finish = (): void => {
      timer.dispose();
      socket.off('close', finish);
      done(error);
    };
    const timeout = setTimeout(finish, graceMs).unref();
    const timer = toDisposable(() => clearTimeout(timeout));
    socket.on('close', finish);
  };
}

/** Buffers that a socket has written, and that haven't been reclaimed since. */
const sent = new WeakSet<ArrayBufferLike>();

/** Records that a socket has written a chunk: the system has copied or encrypted its bytes. */
function noteSent(piece: Uint8Array): void {
  sent.add(piece.buffer);
}

/**
 * True if a buffer may be reused: a socket has written all of it as one chunk since it was last reclaimed. `false` for
 * chunks that went anywhere else, as only sockets record them.
 */
export function reclaimBuffer(memory: Uint8Array): boolean {
  return sent.delete(memory.buffer);
}
