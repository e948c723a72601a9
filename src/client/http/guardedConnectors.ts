import { TransportError } from '../../contract/errors.ts';
import { isPrivateAddress } from './privateAddress.ts';
import type { Connector } from './undici.ts';

/**
 * Connectors for a service and for where it redirects downloads to. A public service can't have this computer, or one of its
 * own network, asked for a file: that is judged by the address that a connection has, since a name may lead anywhere. A
 * proxy connects for itself, by its own rules.
 */
export function guardedConnectors(
  serviceHost: string,
  connect: Connector,
): { readonly home: Connector; readonly elsewhere: Connector } {
  // An address of version 6 stands in brackets in a URL.
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

/** A download that leads where nothing is fetched from. */
export function unsafeRedirect(host: string, reason: string): TransportError {
  return new TransportError(
    'transport.unsafe_redirect',
    `The result is said to be at ${host}, ${reason}; nothing was fetched from there.`,
    { requestComplete: false },
  );
}
