import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKeyHeader } from '../../../src/contract/extensions.ts';
import { asObject } from '../../../src/contract/read.ts';
import { parseJson } from '../../../src/util/json.ts';
import { sha256 } from '../serviceObserver.ts';
import type { TenantSubmission } from './submissions.ts';

/** An accepted submission. */
export interface Sent {
  readonly id: string;
  /** The number of times that the answer was lost, so that the submission was repeated. */
  readonly repeats: number;
}

/** A job's outcome for the client that waits for it. */
export type JobOutcome = 'failed' | 'lost' | 'stuck' | { readonly hash: string };

const askEveryMs = 400;
/**
 * The number of consecutive refusals after which a result counts as gone. One refusal isn't enough, because the nodes
 * may briefly disagree.
 */
const maxRefusals = 5;

interface PersonOptions {
  readonly baseUrl: URL;
  /** The keys, one for each account. */
  readonly keys: readonly string[];
  /** Aborts when nothing has changed for too long. */
  readonly signal: AbortSignal;
}

/**
 * A client that sends files and waits for results through unreliable connections. It repeats a submission under its key
 * until it gets an answer.
 */
export class JobSender {
  readonly #options: PersonOptions;

  constructor(options: PersonOptions) {
    this.#options = options;
  }

  async submit({ number, account, extension, targetFormat, body }: TenantSubmission): Promise<Sent> {
    const { signal } = this.#options;
    const headers = { [idempotencyKeyHeader]: `file-${number}` };
    for (let repeats = 0; ;) {
      signal.throwIfAborted();
      const form = new FormData();
      form.set('targetFormat', targetFormat);
      form.set('file', new File([new Uint8Array(body)], `file-${number}.${extension}`));
      const answer = await this.#ask(account, '/convert', { method: 'POST', body: form, headers });
      const id = answer?.status === 202 ? asObject(parseJson(answer.body.toString()))?.['id'] : undefined;
      if (typeof id === 'string') return { id, repeats };
      const isRefused = answer?.status === 429 || answer?.status === 503;
      await delay(askEveryMs);
      if (!isRefused) repeats += 1;
    }
  }

  /** Follows a job to its end and downloads its result, however long this takes. */
  async follow(account: number, id: string): Promise<JobOutcome> {
    const { signal } = this.#options;
    let refusals = 0;
    while (!signal.aborted && refusals < maxRefusals) {
      const answer = await this.#ask(account, `/convert/job/${id}`);
      const status =
        answer?.status === 200 ? asObject(parseJson(answer.body.toString()))?.['status'] : undefined;
      if (status === 'Failed') return 'failed';
      const output =
        status === 'Succeeded' ? await this.#ask(account, `/convert/job/${id}/download`) : undefined;
      if (output?.status === 200) return { hash: sha256(output.body) };
      const isRefused = [answer, output].some((each) => each && each.status >= 400 && each.status < 500);
      refusals = isRefused ? refusals + 1 : 0;
      await delay(askEveryMs);
    }
    return signal.aborted ? 'stuck' : 'lost';
  }

  /** A complete answer, or `undefined` if the connection broke. */
  async #ask(
    account: number,
    route: string,
    { headers: own, ...init }: { method?: string; body?: FormData; headers?: Record<string, string> } = {},
  ) {
    const { baseUrl, keys, signal } = this.#options;
    const headers = { 'X-Service-Api-Key': keys[account] ?? '', Connection: 'close', ...own };
    try {
      const response = await fetch(new URL(route, baseUrl), { ...init, headers, signal });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    } catch {
      return undefined;
    }
  }
}
