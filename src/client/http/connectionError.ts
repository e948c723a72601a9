import { TransportError, type TransportErrorCode } from '../../contract/errors.ts';

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'EHOSTDOWN',
  // The socket or pipe of a local service that has ended.
  'ENOENT',
  'EACCES',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_PRX_CONN',
  // undici's codes for a proxy that refuses the tunnel, and for a proxy that answers 407 without establishing one.
  'UND_ERR_ABORTED',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_CLOSED',
]);

/** Names of OpenSSL's verification errors, and of Node's and undici's own. */
const certificate =
  /^(?:ERR_TLS_CERT_|UND_ERR_PRX_TLS|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED)/;
/** Faults of the TLS protocol, such as a plain HTTP server behind an https: address. */
const handshake = /^(?:ERR_SSL_|EPROTO$)/;

/** The progress of an exchange when it failed. */
export interface Progress {
  /** True if the last byte of the request had been sent. */
  readonly requestComplete: boolean;
  /** True if an answer had begun. */
  readonly answered: boolean;
}

/** Maps a failure of undici or Node to a transport error, by its code and those of its causes. */
export function connectionError(
  error: unknown,
  host: string,
  { requestComplete, answered }: Progress,
): TransportError {
  const codes = codesOf(error);
  // The server was reached, whatever the code says, so a submission must not count as unsent.
  const code = answered ? 'transport.interrupted' : transportCode(codes);
  return new TransportError(code, sentence(code, host, codes[0]), {
    cause: error,
    requestComplete: requestComplete && code === 'transport.interrupted',
  });
}

function transportCode(codes: readonly string[]): TransportErrorCode {
  if (codes.some((code) => certificate.test(code))) return 'transport.certificate';
  if (codes.some((code) => unreachable.has(code) || handshake.test(code))) return 'transport.unreachable';
  return 'transport.interrupted';
}

function sentence(code: TransportErrorCode, host: string, reason = 'no reason given'): string {
  if (code === 'transport.certificate') return `The certificate of ${host} isn’t trusted (${reason}).`;
  if (code === 'transport.unreachable') return `Couldn’t connect to ${host} (${reason}).`;
  return `The connection to ${host} was lost (${reason}).`;
}

/** The codes of an error, of its causes, and of the errors that it aggregates (one for each address that was tried). */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const gathered = error instanceof AggregateError ? error.errors : [];
  return [...own, ...[...gathered, error.cause].flatMap((each) => codesOf(each, depth + 1))];
}
