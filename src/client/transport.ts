import { isServiceError, isTransportError, ServiceError } from '../contract/errors.ts';
import type { SignedRequest } from '../contract/extensions.ts';
import { delay } from '../util/abort.ts';
import { Backoff } from '../util/backoff.ts';
import type { Clock } from '../util/clock.ts';
import { withoutTrailing } from '../util/text.ts';
import {
  type HttpResponse,
  maxRecordBytes,
  readJson,
  redirectTarget,
  redirected,
  type ResponseErrorContext,
  responseError,
  storageError,
  unreadableResponse,
} from './response.ts';
import { Credentials, type ReadKey } from './credentials.ts';
import type { Dispatchers } from './dispatchers.ts';
import {
  defaultTimeouts,
  exchange,
  exchangeError,
  type Request,
  type RequestBody,
  type Timeouts,
} from './exchange.ts';
import { isAsSecure, unsafeRedirect } from './connectors.ts';
import { maxSilentDelayMs, withRetries } from './retry.ts';
import type { Dispatcher } from './undici.ts';

interface TransportOptions {
  /** The API's base URL. May have a path, which all endpoints share. */
  readonly baseUrl: URL;
  readonly dispatchers: Dispatchers;
  /** The key for this origin, read for each request. */
  readonly apiKey: ReadKey;
  readonly clock: Clock;
  /** Logs a line, which contains no secrets. */
  readonly log: (message: string) => void;
  readonly timeouts?: Partial<Timeouts>;
  /** Returns a number from 0 to below 1, for the jitter of retries. */
  readonly random?: () => number;
}

/** The answer to one request, with measurements of the connection. */
interface Probed {
  readonly body: unknown;
  /** Time from the request to the head of its answer. */
  readonly latencyMs: number;
  /** The service's clock: the value of the `Date` header. */
  readonly date?: string;
}

const maxRedirects = 5;
/** Longer log lines, such as one with an unreadable answer, are cut. */
const maxLoggedLength = 2000;

/**
 * Sends API requests to one origin, and turns every failure into a typed error. After a rate limit error, it sends
 * nothing until the requested delay has passed.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #timeouts: Timeouts;
  readonly #credentials: Credentials;
  readonly #random: () => number;
  readonly #rateLimit: Backoff;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#credentials = new Credentials(options.apiKey);
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.#random = options.random ?? Math.random;
    this.#rateLimit = new Backoff(options.clock, this.#random);
  }

  /**
   * Gets JSON once, with at most `maxBytes` bytes. `path` is relative to the base URL. The texts in it contain no key,
   * but must be redacted before they are logged or shown.
   */
  async getJson(path: string, signal: AbortSignal, maxBytes = maxRecordBytes): Promise<unknown> {
    const { requests } = this.#options.dispatchers;
    return this.#json(await this.#get(path, requests, signal), signal, maxBytes);
  }

  /** Gets JSON once, for a long poll: the service may answer late, and no other request waits for its connection. */
  async waitForJson(path: string, signal: AbortSignal): Promise<unknown> {
    return this.#json(await this.#get(path, this.#options.dispatchers.waits, signal), signal, maxRecordBytes);
  }

  /**
   * Gets JSON once, and returns the latency and the server's time. `keyless` requests don't send the key, as the server
   * might not be the service.
   */
  async probe(path: string, signal: AbortSignal, { keyless = false } = {}): Promise<Probed> {
    const { dispatchers, clock } = this.#options;
    const url = this.#url(path);
    const startedAt = clock.monotonic();
    const request = { method: 'GET', url, dispatcher: dispatchers.requests, signal } as const;
    const answer = keyless
      ? await exchange({ ...request, credentials: undefined }, this.#exchangeOptions)
      : await this.#send(request);
    const latencyMs = clock.monotonic() - startedAt;
    const target = redirectTarget(answer, url);
    if (target !== undefined)
      throw discard(answer, redirected(answer, url, target, this.#credentials.redact));
    const date = answer.headers.get('date');
    return {
      body: await this.#json(await this.#accepted(answer, signal), signal, maxRecordBytes),
      latencyMs,
      ...(date === undefined ? {} : { date }),
    };
  }

  /** Gets JSON, with retries after temporary failures. For callers that don't poll. */
  async getJsonPatiently(path: string, signal: AbortSignal, maxBytes?: number): Promise<unknown> {
    return this.patiently(() => this.getJson(path, signal, maxBytes), signal);
  }

  /** Repeats an idempotent request after temporary failures. */
  async patiently<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return withRetries(run, { clock: this.#options.clock, random: this.#random, signal });
  }

  /** Opens a binary body. If the service redirects elsewhere, it is fetched from there without the key. */
  async open(path: string, signal: AbortSignal): Promise<HttpResponse> {
    const { downloads, storage } = this.#options.dispatchers;
    return this.#get(path, downloads, signal, storage);
  }

  /**
   * Opens a binary body at a signed address of the service's storage, to which the service redirects. The request there
   * never has the key, even at the same origin. Resolves to `undefined` if the storage fails, but rejects if the service
   * does.
   */
  async openSigned(path: string, signal: AbortSignal): Promise<HttpResponse | undefined> {
    const { downloads, storage } = this.#options.dispatchers;
    const url = this.#url(path);
    const answer = await this.#send({ method: 'GET', url, dispatcher: downloads, signal });
    const target = redirectTarget(answer, url);
    if (target === undefined) return this.#accepted(answer, signal);
    answer.body.destroy();
    try {
      const file = await this.#fromStorage(target, storage, maxRedirects, signal);
      // A proxy's error page can have any status. The signature sets another type for files.
      if (file.headers.mediaType === 'text/html') throw discard(file, storageError(file));
      return file;
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      this.log(`Downloads don’t come from the service’s storage: ${reason}`);
      return undefined;
    }
  }

  /**
   * Sends a file to the service's storage, with a request that the service signed. Never sends the key, and follows no
   * redirects.
   */
  async putSigned({ url, headers }: SignedRequest, body: RequestBody, signal: AbortSignal): Promise<void> {
    const { baseUrl, dispatchers } = this.#options;
    const target = new URL(url);
    if (!isAsSecure(target, baseUrl)) throw unsafeRedirect(target.host, 'over a less secure connection');
    const request: Request = {
      method: 'PUT',
      url: target,
      dispatcher: dispatchers.storage,
      signal,
      credentials: undefined,
      headers,
      body,
    };
    const answer = await exchange(request, this.#exchangeOptions);
    if (!isSuccess(answer)) throw discard(answer, storageError(answer));
    answer.body.destroy();
  }

  /** Posts a body, if any, once on a fresh connection, without retries, and reads the JSON answer. */
  async post(
    path: string,
    body: RequestBody | undefined,
    signal: AbortSignal,
    only: Pick<Request, 'headers' | 'keyId'> = {},
  ): Promise<unknown> {
    const { submissions: dispatcher } = this.#options.dispatchers;
    const url = this.#url(path);
    const answer = await this.#send({
      method: 'POST',
      url,
      dispatcher,
      signal,
      ...(body && { body }),
      ...only,
    });
    const target = redirectTarget(answer, url);
    if (target !== undefined)
      throw discard(answer, redirected(answer, url, target, this.#credentials.redact));
    // The job may have been paid for, so even a truncated answer is searched for the job's identifier.
    const record = await this.#json(await this.#accepted(answer, signal), signal, maxRecordBytes, true);
    signal.throwIfAborted();
    return record;
  }

  /** The error for an answer whose body couldn't be read to its end. */
  readingError(error: unknown, answer: HttpResponse, signal: AbortSignal): unknown {
    const progress = { requestComplete: answer.requestComplete(), answered: true };
    return exchangeError(error, answer.host, signal, progress);
  }

  /** Removes secrets from the service's texts. */
  redact(words: string): string {
    return this.#credentials.redact(words);
  }

  /** Logs a line after removing secrets from it and cutting it to its maximum length. */
  log(message: string): void {
    this.#options.log(this.redact(message).slice(0, maxLoggedLength));
  }

  async #get(
    path: string,
    dispatcher: Dispatcher,
    signal: AbortSignal,
    storage?: Dispatcher,
  ): Promise<HttpResponse> {
    const { baseUrl } = this.#options;
    let url = this.#url(path);
    for (let hops = 0; ; hops += 1) {
      const answer = await this.#send({ method: 'GET', url, dispatcher, signal });
      const target = redirectTarget(answer, url);
      if (target === undefined) return this.#accepted(answer, signal);
      const error = redirected(answer, url, target, this.#credentials.redact);
      discard(answer, error);
      if (hops === maxRedirects) throw error;
      if (target.origin !== baseUrl.origin) {
        if (storage === undefined) throw error;
        return this.#fromStorage(target, storage, maxRedirects - hops, signal);
      }
      url = target;
    }
  }

  /** Fetches a file from the service's storage, without the key, and never over a less secure connection. */
  async #fromStorage(
    first: URL,
    dispatcher: Dispatcher,
    hops: number,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    let url = first;
    for (let left = hops; left > 0; left -= 1) {
      if (!isAsSecure(url, this.#options.baseUrl))
        throw unsafeRedirect(url.host, 'over a less secure connection');
      const request: Request = { method: 'GET', url, dispatcher, signal, credentials: undefined };
      const answer = await exchange(request, this.#exchangeOptions);
      const target = redirectTarget(answer, url);
      if (target === undefined) {
        if (isSuccess(answer)) return answer;
        throw discard(answer, storageError(answer));
      }
      answer.body.destroy();
      url = target;
    }
    throw unsafeRedirect(url.host, 'after too many redirects');
  }

  async #send(request: Omit<Request, 'credentials'>): Promise<HttpResponse> {
    await this.#untilAllowed(request.signal);
    return exchange({ ...request, credentials: this.#credentials }, this.#exchangeOptions);
  }

  /** @throws ServiceError `rate_limited` if the delay is so long that the caller should know about it */
  async #untilAllowed(signal: AbortSignal): Promise<void> {
    const { leftMs } = this.#rateLimit;
    if (leftMs > maxSilentDelayMs) {
      const detail = `Too many requests. Retry after ${Math.ceil(leftMs / 1000)} seconds.`;
      throw new ServiceError('rate_limited', 429, detail, leftMs);
    }
    if (leftMs > 0) await delay(leftMs, this.#options.clock, signal);
  }

  /** Returns a successful answer, and throws the error of any other. */
  async #accepted(answer: HttpResponse, signal: AbortSignal): Promise<HttpResponse> {
    if (isSuccess(answer)) {
      this.#rateLimit.succeeded();
      return answer;
    }
    const error = await this.#reading(answer, signal, () => responseError(answer, this.#context));
    if (answer.status === 429 && !isAboutQueue(error)) {
      this.#rateLimit.refused(
        isServiceError(error) || isTransportError(error) ? error.retryAfterMs : undefined,
      );
    }
    throw error;
  }

  async #json(
    answer: HttpResponse,
    signal: AbortSignal,
    maxBytes: number,
    mayEndEarly = false,
  ): Promise<unknown> {
    const reading = { maxBytes, redact: this.#credentials.withoutKeys, mayEndEarly };
    const body = await this.#reading(answer, signal, () => readJson(answer, reading));
    if (body === undefined) throw unreadableResponse(answer, this.#context);
    return body;
  }

  async #reading<T>(answer: HttpResponse, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw discard(answer, this.readingError(error, answer, signal));
    }
  }

  #url(path: string): URL {
    const { baseUrl } = this.#options;
    return new URL(withoutTrailing(baseUrl.pathname, /\//) + path, baseUrl.origin);
  }

  get #context(): ResponseErrorContext {
    return { nowMs: this.#options.clock.now(), redact: this.#credentials.redact };
  }

  get #exchangeOptions() {
    const log = (message: string): void => this.log(message);
    return { timeouts: this.#timeouts, clock: this.#options.clock, log };
  }
}

function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

/** True if the error is about a full queue, which refuses submissions while its jobs must still be polled. */
function isAboutQueue(error: unknown): boolean {
  return isServiceError(error) && error.code.startsWith('queue.');
}

/** Ends an answer that nothing reads, as it would keep its connection busy. Returns the error. */
function discard<E>(answer: HttpResponse, error: E): E {
  answer.body.destroy();
  return error;
}
