import { isServiceError, isTransportError, ServiceError, TransportError } from '../../contract/errors.ts';
import { delay } from '../../util/abort.ts';
import { Backoff } from '../../util/backoff.ts';
import type { Clock } from '../../util/clock.ts';
import { withoutTrailing } from '../../util/withoutTrailing.ts';
import { type Answer, maxRecordBytes, readJson } from './answer.ts';
import { type AnswerContext, answerError, unreadable } from './answerError.ts';
import { Credentials } from './credentials.ts';
import type { Dispatchers } from './dispatchers.ts';
import { exchange, exchangeError, type Request, type RequestBody } from './exchange.ts';
import { unsafeRedirect } from './guardedConnectors.ts';
import { isAsSecure, redirected, redirectTarget } from './redirect.ts';
import { maxQuietWaitMs, withRetries } from './retry.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';
import type { Dispatcher } from './undici.ts';

export interface TransportOptions {
  /** Where the API lives; may have a path, below which every endpoint is found. */
  readonly baseUrl: URL;
  readonly dispatchers: Dispatchers;
  /** The key for this origin, asked for each request. */
  readonly apiKey: () => Promise<string | undefined>;
  readonly clock: Clock;
  /** Takes a line without secrets. */
  readonly log: (message: string) => void;
  readonly timeouts?: Partial<Timeouts>;
  /** A number from 0 to below 1, for the jitter of retries. */
  readonly random?: () => number;
}

/** What one request found out. */
export interface Probed {
  readonly body: unknown;
  /** From the request to the head of its answer. */
  readonly latencyMs: number;
  /** The service's clock, as the header `Date` writes it. */
  readonly date?: string;
}

const maxRedirects = 5;
/** Characters of a line of the log, such as one with an answer that could not be understood. */
const maxLoggedLength = 2000;

/**
 * Sends requests of the API to one origin, and turns every failure into a typed error. Once the service has said that there
 * are too many requests, none is sent before the time that it asks for.
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
   * Gets JSON of at most so many bytes, once. `path` is relative to the base URL. No text in it holds a key; for a log or a
   * person it has to be redacted.
   */
  async getJson(path: string, signal: AbortSignal, maxBytes = maxRecordBytes): Promise<unknown> {
    const { requests } = this.#options.dispatchers;
    return this.#json(await this.#get(path, requests, signal), signal, maxBytes);
  }

  /**
   * Gets JSON once, and tells how long the answer took and which time it names. Without the key where it is `keyless`: what
   * answers need not be the service yet.
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

  /** Gets JSON, again after a failure that passes: for callers that do not come again by themselves. */
  async getJsonPatiently(path: string, signal: AbortSignal, maxBytes?: number): Promise<unknown> {
    const { clock } = this.#options;
    return withRetries(() => this.getJson(path, signal, maxBytes), { clock, random: this.#random, signal });
  }

  /** Opens a binary body, which may be fetched from elsewhere, without the key, where the service redirects to it. */
  async open(path: string, signal: AbortSignal): Promise<Answer> {
    const { downloads, storage } = this.#options.dispatchers;
    return this.#get(path, downloads, signal, storage);
  }

  /** Posts a body once on a fresh connection, never again by itself, and reads the JSON that answers it. */
  async post(path: string, body: RequestBody, signal: AbortSignal): Promise<unknown> {
    const { submissions } = this.#options.dispatchers;
    const url = this.#url(path);
    const answer = await this.#send({ method: 'POST', url, dispatcher: submissions, signal, body });
    const target = redirectTarget(answer, url);
    if (target !== undefined)
      throw discard(answer, redirected(answer, url, target, this.#credentials.redact));
    // It may have been paid for, so an answer that breaks off is searched for what names the job.
    const record = await this.#json(await this.#accepted(answer, signal), signal, maxRecordBytes, true);
    signal.throwIfAborted();
    return record;
  }

  /** The error for an answer whose body failed while it was read. */
  readingError(error: unknown, answer: Answer, signal: AbortSignal): unknown {
    const progress = { requestComplete: answer.requestComplete(), answered: true };
    return exchangeError(error, answer.host, signal, progress);
  }

  /** Takes the secrets out of words of the service. */
  redact(words: string): string {
    return this.#credentials.redact(words);
  }

  /** Logs a line after taking the secrets out of it, and then what is too long of it. */
  log(message: string): void {
    this.#options.log(this.redact(message).slice(0, maxLoggedLength));
  }

  async #get(
    path: string,
    dispatcher: Dispatcher,
    signal: AbortSignal,
    storage?: Dispatcher,
  ): Promise<Answer> {
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

  /** Fetches from where the service keeps a file: no key goes there, and nothing is fetched less securely. */
  async #fromStorage(first: URL, dispatcher: Dispatcher, hops: number, signal: AbortSignal): Promise<Answer> {
    let url = first;
    for (let left = hops; left > 0; left -= 1) {
      if (!isAsSecure(url, this.#options.baseUrl)) throw unsafeRedirect(url.host, 'over a less secure way');
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

  async #send(request: Omit<Request, 'credentials'>): Promise<Answer> {
    await this.#untilAllowed(request.signal);
    return exchange({ ...request, credentials: this.#credentials }, this.#exchangeOptions);
  }

  /** @throws ServiceError `rate_limited` where the wait is one that the caller should know of */
  async #untilAllowed(signal: AbortSignal): Promise<void> {
    const { leftMs } = this.#rateLimit;
    if (leftMs > maxQuietWaitMs) {
      const detail = `Too many requests. Retry after ${Math.ceil(leftMs / 1000)} seconds.`;
      throw new ServiceError('rate_limited', 429, detail, leftMs);
    }
    if (leftMs > 0) await delay(leftMs, this.#options.clock, signal);
  }

  /** The answer when it is a success; its error otherwise. */
  async #accepted(answer: Answer, signal: AbortSignal): Promise<Answer> {
    if (isSuccess(answer)) {
      this.#rateLimit.succeeded();
      return answer;
    }
    const error = await this.#reading(answer, signal, () => answerError(answer, this.#context));
    if (answer.status === 429 && !isAboutQueue(error)) {
      this.#rateLimit.refused(
        isServiceError(error) || isTransportError(error) ? error.retryAfterMs : undefined,
      );
    }
    throw error;
  }

  async #json(answer: Answer, signal: AbortSignal, maxBytes: number, mayEndEarly = false): Promise<unknown> {
    const reading = { maxBytes, redact: this.#credentials.withoutKeys, mayEndEarly };
    const body = await this.#reading(answer, signal, () => readJson(answer, reading));
    if (body === undefined) throw unreadable(answer, this.#context);
    return body;
  }

  async #reading<T>(answer: Answer, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
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

  get #context(): AnswerContext {
    return { nowMs: this.#options.clock.now(), redact: this.#credentials.redact };
  }

  get #exchangeOptions() {
    const log = (message: string): void => this.log(message);
    return { timeouts: this.#timeouts, clock: this.#options.clock, log };
  }
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** A full queue refuses submissions, and what is in it must still be asked for. */
function isAboutQueue(error: unknown): boolean {
  return isServiceError(error) && error.code.startsWith('queue.');
}

function storageError({ host, status }: Answer): TransportError {
  const detail = `${host}, where the service keeps the result, answered ${status}.`;
  return new TransportError('transport.storage', detail, { status });
}

/** Ends an answer that nobody reads, or it would hold its connection. */
function discard<E>(answer: Answer, error: E): E {
  answer.body.destroy();
  return error;
}
