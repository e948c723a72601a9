import { isCodedError, TransportError, type TransportErrorCode } from '../contract/errors.ts';
import { endpointVersion, versionHeader } from '../contract/routes.ts';
import type { Clock } from '../util/clock.ts';
import type { Credentials } from './credentials.ts';
import { type HttpResponse, ResponseHeaders } from './response.ts';
import { type Dispatcher, request } from './undici.ts';

/** A request body that is sent once. */
export interface RequestBody {
  readonly contentType: string;
  readonly lengthBytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** True once the last chunk has been sent. */
  readonly isComplete: () => boolean;
}

/** A body in memory. `onSent` is called with the number of bytes sent so far. */
export function bytesBody(
  bytes: Uint8Array,
  contentType: string,
  onSent: (sentBytes: number) => void = () => {},
): RequestBody {
  let isComplete = false;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += chunkBytes) {
      const end = Math.min(start + chunkBytes, bytes.length);
      isComplete = end === bytes.length;
      yield bytes.subarray(start, end);
      onSent(end);
    }
  };
  return { contentType, lengthBytes: bytes.length, chunks: chunks(), isComplete: () => isComplete };
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
  /** The credentials to send; `undefined` if the address isn't the service's. */
  readonly credentials: Credentials | undefined;
  /** The only key that may be sent; any if absent. */
  readonly keyId?: string | undefined;
  readonly body?: RequestBody;
  /** Headers in addition to the usual ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface ExchangeOptions {
  readonly timeouts: Timeouts;
  readonly clock: Clock;
  /** Logs a line after removing secrets from it. */
  readonly log: (message: string) => void;
}

const chunkBytes = 256 * 1024;

/** Sends a request once and resolves to the head of its answer, whatever its status. The caller reads the body. */
export async function exchange(
  sent: Request,
  { timeouts, clock, log }: ExchangeOptions,
): Promise<HttpResponse> {
  const { method, url, dispatcher, signal, credentials, keyId, body } = sent;
  signal.throwIfAborted();
  const headers = { ...(await credentials?.headers(keyId)), ...plainHeaders(sent), ...sent.headers };
  const startedAt = clock.monotonic();
  // The path of a file in external storage can itself grant access, so only its origin is logged.
  const name = `${method} ${credentials === undefined ? url.origin : url.pathname}`;
  const isSent = (): boolean => body?.isComplete() ?? true;
  try {
    const answer = await request(dispatcher, {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      signal,
      headersTimeout: body ? timeouts.submissionHeadersMs : timeouts.headersMs,
      bodyTimeout: timeouts.idleBodyMs,
      // A reused connection might have been dropped silently, which would leave the submission's fate unknown.
      ...(body ? { body: body.chunks, reset: true } : {}),
    });
    // A body that is discarded unread fails with an error that nothing else handles.
    answer.body.on('error', () => {});
    log(`${name} → ${answer.statusCode} (${Math.round(clock.monotonic() - startedAt)} ms)`);
    return {
      status: answer.statusCode,
      headers: new ResponseHeaders(answer.headers),
      body: answer.body,
      host: url.host,
      requestComplete: isSent,
    };
  } catch (error) {
    const mapped = exchangeError(error, url.host, signal, { requestComplete: isSent(), answered: false });
    log(`${name} failed: ${mapped instanceof Error ? mapped.message : String(mapped)}`);
    throw mapped;
  }
}

/** The error that callers see for a failed exchange or a failed read: the signal's reason, or a transport error. */
export function exchangeError(
  error: unknown,
  host: string,
  signal: AbortSignal,
  progress: Progress,
): unknown {
  if (signal.aborted) return signal.reason;
  return isCodedError(error) ? error : connectionError(error, host, progress);
}

function plainHeaders({ credentials, body }: Request): Record<string, string> {
  return {
    'accept-encoding': 'identity',
    ...(credentials === undefined ? {} : { [versionHeader]: String(endpointVersion) }),
    ...(body ? { 'content-type': body.contentType, 'content-length': String(body.lengthBytes) } : {}),
  };
}

/** Limits on silence. A transfer that makes progress may last as long as it needs. */
export interface Timeouts {
  /** Time from the request to the head of its answer. */
  readonly headersMs: number;
  /**
   * Time from the end of a submission to the head of its answer, as the service may check the file before it accepts
   * it. Also the longest pause of an upload.
   */
  readonly submissionHeadersMs: number;
  /** Time between two chunks of a body. */
  readonly idleBodyMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 60_000,
  submissionHeadersMs: 300_000,
  idleBodyMs: 60_000,
};

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
interface Progress {
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
