import { TransportError } from '../../contract/errors.ts';
import { isPrivateAddress } from './privateAddress.ts';
import type { Connector } from './undici.ts';

/**
 * Connectors for a service and for the hosts that it redirects downloads to. A public service must not make the client
 * fetch files from this computer or its private network. This is decided by the connection's actual address, since a
 * name may resolve to anything. A proxy connects on its own, by its own rules.
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
          callback(unsafeRedirect(options.hostname, 'which is not on the public internet'), null);
        } else callback(...result);
      }),
  };
}

/** A download that redirects to a forbidden address. */
export function unsafeRedirect(host: string, reason: string): TransportError {
  return new TransportError(
    'transport.unsafe_redirect',
    `The result is said to be at ${host}, ${reason}; nothing was fetched from there.`,
    { requestComplete: false },
  );
}
