import { Blob } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, FormData } from 'undici';
import type { ToolId } from '../../../src/contract/tools.ts';
import { eventually } from '../eventually.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** The body as JSON; `undefined` if it isn't JSON. */
  readonly json: Body | undefined;
}

export interface Body {
  readonly [field: string]: unknown;
  readonly id?: string;
  readonly status?: string;
  readonly error?: unknown;
  readonly detail?: string;
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';
  readonly headers?: Record<string, string>;
  readonly body?: FormData | string | Buffer;
}

/** Calls a service like any other client, without using our code. */
export class ApiCaller {
  readonly baseUrl: string;
  readonly #key: string;
  readonly #client: Client;

  constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl;
    this.#key = key;
    this.#client = new Client(baseUrl, { pipelining: 0 });
  }

  async call(
    pathAndQuery: string,
    { method = 'GET', headers = {}, body }: CallOptions = {},
  ): Promise<ApiAnswer> {
    const response = await this.#client.request({
      path: pathAndQuery,
      method,
      headers: { 'x-service-api-key': this.#key, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: response.headers, bytes, json: parse(bytes) };
  }

  async submit(
    pathAndQuery: string,
    file: string | { name: string; bytes: Uint8Array },
    fields: Readonly<Record<string, string>> = {},
  ): Promise<ApiAnswer> {
    return this.call(pathAndQuery, { method: 'POST', body: await form(file, fields) });
  }

  /** Polls until the job has ended. */
  async ended(tool: ToolId, id: string | undefined): Promise<Body> {
    const ends = new Set(['Succeeded', 'Failed', 'Canceled']);
    return eventually(
      async () => (await this.call(`/${tool}/job/${id}`)).json ?? {},
      ({ status }) => ends.has(status ?? ''),
    );
  }

  async download(tool: ToolId, id: string | undefined): Promise<ApiAnswer> {
    return this.call(`/${tool}/job/${id}/download`);
  }

  /** Converts a file that should succeed, and resolves to its last record and its output. */
  async convert(
    file: string | { name: string; bytes: Uint8Array },
    targetFormat: string,
    options: object = {},
  ): Promise<{ job: Body; output: Buffer }> {
    return this.#finish(
      'convert',
      await this.submit('/convert', file, { targetFormat, options: JSON.stringify(options) }),
    );
  }

  /** The error of a conversion that fails, and the status of any other. */
  async ending(
    file: string | { name: string; bytes: Uint8Array },
    targetFormat: string,
    options: object = {},
  ): Promise<unknown> {
    const fields = { targetFormat, options: JSON.stringify(options) };
    const { json } = await this.submit('/convert', file, fields);
    const { status, error } = await this.ended('convert', json?.id);
    return status === 'Failed' ? error : status;
  }

  async compress(
    file: string | { name: string; bytes: Uint8Array },
    options: object = {},
  ): Promise<{ job: Body; output: Buffer }> {
    return this.#finish(
      'compress',
      await this.submit('/compress', file, { options: JSON.stringify(options) }),
    );
  }

  /** Submits several files together, each under its name, which may be a path. */
  async submitTogether(
    files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
    fields: Readonly<Record<string, string>>,
  ): Promise<ApiAnswer> {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.append(field, value);
    for (const { name, bytes } of files) body.append('file', new Blob([bytes]), name);
    return this.call('/combine', { method: 'POST', body });
  }

  /** Combines files, which should succeed, and resolves to the last record and the output. */
  async combine(
    files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
    targetFormat: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<{ job: Body; output: Buffer }> {
    return this.#finish('combine', await this.submitTogether(files, { targetFormat, ...fields }));
  }

  async close(): Promise<void> {
    await this.#client.destroy();
  }

  async #finish(tool: ToolId, { json, status }: ApiAnswer): Promise<{ job: Body; output: Buffer }> {
    if (status !== 202) throw new Error(`The submission was rejected: ${JSON.stringify(json)}`);
    const job = await this.ended(tool, json?.id);
    if (job.status !== 'Succeeded') throw new Error(`The job didn’t succeed: ${JSON.stringify(job)}`);
    return { job, output: (await this.download(tool, json?.id)).bytes };
  }
}

/** A submission's form, with fields before the file. */
export async function form(
  file: string | { name: string; bytes: Uint8Array },
  fields: Readonly<Record<string, string>>,
): Promise<FormData> {
  const { name, bytes } =
    typeof file === 'string' ? { name: path.basename(file), bytes: await readFile(file) } : file;
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('file', new Blob([bytes]), name);
  return body;
}

function parse(bytes: Buffer): Body | undefined {
  try {
    const body: unknown = JSON.parse(bytes.toString());
    return isBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
