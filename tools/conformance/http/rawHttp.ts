import { type Dispatchers, networkDispatchers, type ProxySettings } from '../../../src/client/dispatchers.ts';
import { request } from '../../../src/client/undici.ts';
import { apiKeyHeader } from '../../../src/contract/routes.ts';
import { withoutTrailing } from '../../../src/util/text.ts';
import type { FormBody } from './formBody.ts';
import { RawAnswer } from './rawAnswer.ts';

export interface RawRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base URL, sent unchanged. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A key that replaces the run's own; `null` for none. */
  readonly key?: string | null;
  readonly body?: FormBody;
}

export interface RawHttpOptions {
  readonly proxy: ProxySettings;
  /** Called with every answer and the run's key, before the requester gets the answer. */
  readonly onAnswer?: ((answer: RawAnswer, key: string) => void) | undefined;
  readonly signal: AbortSignal;
}

const silenceMs = 30_000;
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Raw requests and answers: no retries, no redirects, no interpretation. Unlike the extension's own client, it
 * tolerates nothing.
 */
export class RawHttp {
  readonly #baseUrl: URL;
  readonly #key: string;
  readonly #signal: AbortSignal;
  readonly #onAnswer: RawHttpOptions['onAnswer'];
  readonly #dispatchers: Dispatchers;
  readonly #proxy: ProxySettings;
  readonly #others: RawHttp[] = [];

  constructor(server: { baseUrl: URL; key: string }, { proxy, onAnswer, signal }: RawHttpOptions) {
    this.#baseUrl = server.baseUrl;
    this.#key = server.key;
    this.#signal = signal;
    this.#onAnswer = onAnswer;
    this.#proxy = proxy;
    this.#dispatchers = networkDispatchers(server.baseUrl.hostname, proxy);
  }

  /** Sends one request. Rejects with undici's errors, or with the run's reason to stop. */
  async send({ method = 'GET', path, headers = {}, key = this.#key, body }: RawRequest): Promise<RawAnswer> {
    this.#signal.throwIfAborted();
    const { requests, submissions } = this.#dispatchers;
    const answer = await request(body ? submissions : requests, {
      origin: this.#baseUrl.origin,
      path: withoutTrailing(this.#baseUrl.pathname, /\//) + path,
      method,
      headers: {
        'accept-encoding': 'identity',
        ...(key === null ? {} : { [apiKeyHeader]: key }),
        ...(body ? { 'content-type': body.contentType, 'content-length': String(body.content.size) } : {}),
        ...headers,
      },
      signal: this.#signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      ...(body ? { body: body.content.stream(), reset: true } : {}),
    });
    const read = new RawAnswer({
      method,
      path,
      status: answer.statusCode,
      headers: answer.headers,
      body: await readUpTo(answer.body, maxBodyBytes),
    });
    this.#onAnswer?.(read, this.#key);
    return read;
  }

  /** Returns the same for another server, whose answers `onAnswer` doesn't get. It is closed together with this one. */
  at(baseUrl: URL): RawHttp {
    const options = { proxy: this.#proxy, signal: this.#signal };
    const other = new RawHttp({ baseUrl, key: this.#key }, options);
    this.#others.push(other);
    return other;
  }

  close(): void {
    this.#dispatchers.close();
    for (const other of this.#others) other.close();
  }
}

async function readUpTo(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
