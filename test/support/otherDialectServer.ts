import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { requestDialect } from '../../src/contract/dialect.ts';
import { routes } from '../../src/contract/routes.ts';
import { listen } from './http/port.ts';
import { isJson, otherDialect, otherWriting } from './otherDialect.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * A server that speaks the API in another dialect and does real work: it forwards every call to a local service and
 * translates its answers. Errors, headers, and files stay the same, as api.md specifies them.
 */
export class OtherDialectServer {
  readonly baseUrl: string;
  readonly #server: http.Server;

  private constructor(server: http.Server, port: number) {
    this.#server = server;
    this.baseUrl = `http://127.0.0.1:${port}`;
  }

  /** Starts a server on a free port that forwards calls to the service at `upstream`. */
  static async start(upstream: string): Promise<OtherDialectServer> {
    const translation = new Translation(new URL(upstream));
    const server = http.createServer((request, response) => {
      translation.handle(request, response).catch(() => response.destroy());
    });
    return new OtherDialectServer(server, await listen(server));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

const firstNumber = 90_001;

class Translation {
  readonly #upstream: URL;
  /** Job numbers are indexes in this list. */
  readonly #ids: string[] = [];

  constructor(upstream: URL) {
    this.#upstream = upstream;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#upstream.href);
    const path = this.#ownPath(url);
    const answer = await this.#ask(request, path + ownQuery(url));
    const type = answer.headers['content-type'] ?? '';
    const refused = (answer.statusCode ?? 500) >= 400;
    if (refused || path.endsWith('/download') || !type.startsWith('application/json')) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    const body: unknown = JSON.parse((await buffer(answer)).toString());
    const translated = isJson(body) ? this.#translate(request.method ?? 'GET', path, body) : body;
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(translated));
  }

  #translate(method: string, path: string, body: Json): Json {
    // The API leaves no choices in the announcement of extensions, so it isn't translated.
    if (path === routes.announcement()) return body;
    if (path.endsWith('/entitlements/me')) return otherDialect.entitlements(body);
    if (path === '/convert/conversions') return otherDialect.conversions(body);
    if (path === '/convert/schema') return otherDialect.schema(body);
    if (path.startsWith('/convert/estimate/')) return otherDialect.estimate(body);
    if (path === '/compress' && method === 'GET') return otherDialect.compressions(body);
    return otherDialect.job(body, this.#numberOf(String(body['id'])));
  }

  #numberOf(id: string): number {
    const known = this.#ids.indexOf(id);
    return firstNumber + (known === -1 ? this.#ids.push(id) - 1 : known);
  }

  /** The path with the service's own identifier instead of the number. */
  #ownPath({ pathname }: URL): string {
    return pathname.replace(
      /\/job\/(\d+)/,
      (_, number: string) => `/job/${this.#ids[Number(number) - firstNumber] ?? number}`,
    );
  }

  async #ask(request: IncomingMessage, path: string): Promise<IncomingMessage> {
    const body = ownOptionsField(await buffer(request));
    const { 'content-length': _, connection: __, ...headers } = request.headers;
    const options = {
      method: request.method,
      headers: {
        ...headers,
        host: this.#upstream.host,
        ...(body.length > 0 ? { 'content-length': body.length } : {}),
      },
    };
    return new Promise((resolve, reject) => {
      http.request(new URL(path, this.#upstream.href), options, resolve).on('error', reject).end(body);
    });
  }
}

function ownQuery({ search }: URL): string {
  const query = new URLSearchParams(search);
  for (const [theirs, ours] of [
    [otherWriting.schemaFrom, requestDialect.write.schemaFrom],
    [otherWriting.schemaTo, requestDialect.write.schemaTo],
  ] as const) {
    const value = query.get(theirs);
    query.delete(ours);
    query.delete(theirs);
    if (value !== null) query.set(ours, value);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** The multipart body, with the options field renamed to the service's name for it. */
function ownOptionsField(body: Buffer): Buffer {
  const theirs = Buffer.from(`name="${otherWriting.optionsField}"\r\n`);
  const at = body.indexOf(theirs);
  if (at === -1) return body;
  const ours = Buffer.from(`name="${requestDialect.write.optionsField}"\r\n`);
  return Buffer.concat([body.subarray(0, at), ours, body.subarray(at + theirs.length)]);
}
