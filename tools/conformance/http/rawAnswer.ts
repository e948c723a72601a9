import type { IncomingHttpHeaders } from 'node:http';
import { maxListBytes } from '../../../src/client/response.ts';
import { parseErrorBody } from '../../../src/contract/fault.ts';
import { parseJson } from '../../../src/util/json.ts';

interface Parts {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An HTTP answer, read completely. */
export class RawAnswer {
  readonly method: string;
  /** The path below the base URL, as it was sent. */
  readonly path: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;

  constructor({ method, path, status, headers, body }: Parts) {
    this.method = method;
    this.path = path;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get isJson(): boolean {
    return /^application\/(?:[\w.-]+\+)?json\b/i.test(this.headers['content-type'] ?? '');
  }

  /** The body as JSON, or `undefined` if it isn't the JSON of an API answer. */
  get json(): unknown {
    return this.body.length > maxListBytes ? undefined : parseJson(this.body.toString());
  }

  /** The machine-readable code of an error body. */
  get code(): string | undefined {
    return this.ok ? undefined : parseErrorBody(this.json)?.error;
  }

  /** The request and its answer as evidence. The body is left out, except for an error's code. */
  get seen(): string {
    const question = `${this.method} ${this.path.replace(/\/job\/[^/]+/, '/job/{id}')}`;
    return [`${question} → ${this.status}`, this.code].filter(Boolean).join(' ');
  }
}
