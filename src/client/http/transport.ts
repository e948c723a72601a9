import { isCodedError } from '../../contract/errors.ts';
import { endpointVersion, versionHeader } from '../../contract/routes.ts';
import type { Clock } from '../../util/clock.ts';
import { withoutTrailing } from '../../util/withoutTrailing.ts';
import { type Answer, maxRecordBytes, readJson } from './answer.ts';
import { type AnswerContext, answerError, unreadable } from './answerError.ts';
import { connectionError, type Progress } from './connectionError.ts';
import { Credentials } from './credentials.ts';
import type { Dispatchers } from './dispatchers.ts';
import { redirected, redirectTarget } from './redirect.ts';
import { withRetries } from './retry.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';
import { type Dispatcher, request } from './undici.ts';

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

/** A request body that is sent once. */
export interface RequestBody {
  readonly contentType: string;
  readonly lengthBytes: number;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Whether the last chunk has been handed over. */
  readonly isComplete: () => boolean;
}

interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
  readonly body?: RequestBody;
}

const maxRedirects = 5;
/** Characters of a line of the log, such as one with an answer that could not be understood. */
const maxLoggedLength = 2000;

/** Sends requests of the API to one origin, and turns every failure into a typed error. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #timeouts: Timeouts;
  readonly #credentials: Credentials;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#credentials = new Credentials(options.apiKey);
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
  }

  /**
   * Gets JSON of at most so many bytes, again after a failure that passes. `path` is relative to the base URL. No text in it
   * holds a key; for a log or a person it has to be redacted.
   */
  async getJson(path: string, signal: AbortSignal, maxBytes = maxRecordBytes): Promise<unknown> {
    const { requests } = this.#options.dispatchers;
    return this.#retrying(signal, async () =>
      this.#json(await this.#get(path, requests, signal), signal, maxBytes),
    );
  }

  /** Opens a binary body; only the head of the answer is asked for again after a failure that passes. */
  async open(path: string, signal: AbortSignal): Promise<Answer> {
    return this.#retrying(signal, () => this.#get(path, this.#options.dispatchers.downloads, signal));
  }

  /** Posts a body once on a fresh connection, never again by itself, and reads the JSON that answers it. */
  async post(path: string, body: RequestBody, signal: AbortSignal): Promise<unknown> {
    const { submissions } = this.#options.dispatchers;
    const url = this.#url(path);
    const answer = await this.#send({ method: 'POST', url, dispatcher: submissions, signal, body });
    const target = redirectTarget(answer, url);
    if (target !== undefined)
      throw this.#discard(answer, redirected(answer, url, target, this.#credentials.redact));
    return this.#json(await this.#accepted(answer, signal), signal, maxRecordBytes);
  }

  /** The error for an answer whose body failed while it was read. */
  readingError(error: unknown, answer: Answer, signal: AbortSignal): unknown {
    return this.#mapped(error, signal, { requestComplete: answer.requestComplete(), answered: true });
  }

  /** Takes the secrets out of words of the service. */
  redact(words: string): string {
    return this.#credentials.redact(words);
  }

  /** Logs a line after taking the secrets out of it, and then what is too long of it. */
  log(message: string): void {
    this.#options.log(this.redact(message).slice(0, maxLoggedLength));
  }

  async #retrying<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    return withRetries(run, {
      clock: this.#options.clock,
      random: this.#options.random ?? Math.random,
      signal,
    });
  }

  async #get(path: string, dispatcher: Dispatcher, signal: AbortSignal): Promise<Answer> {
    let url = this.#url(path);
    for (let hops = 0; ; hops += 1) {
      const answer = await this.#send({ method: 'GET', url, dispatcher, signal });
      const target = redirectTarget(answer, url);
      if (target === undefined) return this.#accepted(answer, signal);
      const error = redirected(answer, url, target, this.#credentials.redact);
      this.#discard(answer, error);
      if (target.origin !== this.#options.baseUrl.origin || hops === maxRedirects) throw error;
      url = target;
    }
  }

  async #send(exchange: Exchange): Promise<Answer> {
    const { method, url, dispatcher, signal, body } = exchange;
    signal.throwIfAborted();
    const headers = await this.#headers(body);
    const { clock } = this.#options;
    const startedAt = clock.now();
    try {
      const answer = await request(dispatcher, {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers,
        signal,
        headersTimeout: body ? this.#timeouts.submissionHeadersMs : this.#timeouts.headersMs,
        bodyTimeout: this.#timeouts.idleBodyMs,
        // On a connection that a server has silently dropped, nobody could say what became of a submission.
        ...(body ? { body: body.chunks, reset: true } : {}),
      });
      // A body that is dropped unread fails with an error that nobody waits for.
      answer.body.on('error', () => {});
      this.log(`${method} ${url.pathname} → ${answer.statusCode} (${clock.now() - startedAt} ms)`);
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.body,
        requestComplete: () => body?.isComplete() ?? true,
      };
    } catch (error) {
      const requestComplete = body?.isComplete() ?? true;
      const mapped = this.#mapped(error, signal, { requestComplete, answered: false });
      this.log(
        `${method} ${url.pathname} failed: ${mapped instanceof Error ? mapped.message : String(mapped)}`,
      );
      throw mapped;
    }
  }

  async #headers(body: RequestBody | undefined): Promise<Record<string, string>> {
    return {
      ...(await this.#credentials.headers()),
      [versionHeader]: String(endpointVersion),
      'accept-encoding': 'identity',
      ...(body ? { 'content-type': body.contentType, 'content-length': String(body.lengthBytes) } : {}),
    };
  }

  /** The answer when it is a success; its error otherwise. */
  async #accepted(answer: Answer, signal: AbortSignal): Promise<Answer> {
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw await this.#reading(answer, signal, () => answerError(answer, this.#context));
  }

  async #json(answer: Answer, signal: AbortSignal, maxBytes: number): Promise<unknown> {
    const { withoutKeys } = this.#credentials;
    const body = await this.#reading(answer, signal, () => readJson(answer, maxBytes, withoutKeys));
    if (body === undefined) throw unreadable(answer, this.#context);
    return body;
  }

  async #reading<T>(answer: Answer, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw this.readingError(error, answer, signal);
    }
  }

  #mapped(error: unknown, signal: AbortSignal, progress: Progress): unknown {
    if (signal.aborted) return signal.reason;
    return isCodedError(error) ? error : connectionError(error, this.#host, progress);
  }

  #discard<E extends Error>(answer: Answer, error: E): E {
    answer.body.destroy();
    return error;
  }

  #url(path: string): URL {
    const { baseUrl } = this.#options;
    return new URL(withoutTrailing(baseUrl.pathname, /\//) + path, baseUrl.origin);
  }

  get #context(): AnswerContext {
    return { host: this.#host, nowMs: this.#options.clock.now(), redact: this.#credentials.redact };
  }

  get #host(): string {
    return this.#options.baseUrl.host;
  }
}
