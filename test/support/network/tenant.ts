import assert from 'node:assert/strict';
import type { Cluster } from './cluster.ts';

export interface TenantAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** The parsed body, if it is JSON. */
  // eslint-disable-next-line typescript/no-explicit-any -- each test asserts the properties that it expects
  readonly json: any;
}

/** A client of a network with its own key. Each of its requests uses a new HTTP connection. */
export class Tenant {
  readonly key: string;
  readonly #cluster: Pick<Cluster, 'baseUrl'>;

  constructor(cluster: Pick<Cluster, 'baseUrl'>, key: string) {
    this.#cluster = cluster;
    this.key = key;
  }

  async call(
    route: string,
    { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> } = {},
  ): Promise<TenantAnswer> {
    const response = await fetch(new URL(route, this.#cluster.baseUrl), {
      ...init,
      headers: { 'X-Service-Api-Key': this.key, Connection: 'close', ...headers },
    });
    const body = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('Content-Type')?.includes('json');
    return { status: response.status, body, json: isJson ? JSON.parse(body.toString()) : undefined };
  }

  /** Sends a file for conversion. */
  async send(
    content: Buffer<ArrayBuffer>,
    fileName: string,
    to: string,
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<TenantAnswer> {
    const form = new FormData();
    form.set('targetFormat', to);
    form.set('file', new File([content], fileName));
    return this.call('/convert', { method: 'POST', body: form, headers, ...(signal && { signal }) });
  }

  /** Submits a valid file, and resolves to the job's identifier. */
  async submit(content: Buffer<ArrayBuffer>, fileName: string, to: string): Promise<string> {
    const { status, json } = await this.send(content, fileName, to);
    assert.equal(status, 202, JSON.stringify(json));
    return String(json.id);
  }
}
