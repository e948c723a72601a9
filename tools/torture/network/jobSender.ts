import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKeyHeader } from '../../../src/contract/extensions.ts';
import type { Tenant } from '../../../test/support/network/tenant.ts';
import { sha256 } from '../audit.ts';

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
/** Resolves to `undefined` if the connection broke. */
const lost = (): undefined => undefined;

/**
 * A client that sends files and waits for results through unreliable connections. It repeats a submission under its key
 * until it gets an answer.
 */
export class JobSender {
  readonly #tenant: Tenant;
  readonly #signal: AbortSignal;

  /** @param signal aborts when nothing has changed for too long */
  constructor(tenant: Tenant, signal: AbortSignal) {
    this.#tenant = tenant;
    this.#signal = signal;
  }

  async submit(name: string, body: Buffer<ArrayBuffer>, targetFormat: string): Promise<Sent> {
    const key = { [idempotencyKeyHeader]: name };
    for (let repeats = 0; ;) {
      this.#signal.throwIfAborted();
      const answer = await this.#tenant.send(body, name, targetFormat, key, this.#signal).catch(lost);
      if (answer?.status === 202) return { id: answer.json.id, repeats };
      const isRefused = answer?.status === 429 || answer?.status === 503;
      await delay(askEveryMs);
      if (!isRefused) repeats += 1;
    }
  }

  /** Follows a job to its end and downloads its result, however long this takes. */
  async follow(id: string): Promise<JobOutcome> {
    const ask = async (route: string) => this.#tenant.call(route, { signal: this.#signal }).catch(lost);
    let refusals = 0;
    while (!this.#signal.aborted && refusals < maxRefusals) {
      const answer = await ask(`/convert/job/${id}`);
      const status = answer?.status === 200 ? answer.json?.status : undefined;
      if (status === 'Failed') return 'failed';
      const output = status === 'Succeeded' ? await ask(`/convert/job/${id}/download`) : undefined;
      if (output?.status === 200) return { hash: sha256(output.body) };
      const isRefused = [answer, output].some((each) => each && each.status >= 400 && each.status < 500);
      refusals = isRefused ? refusals + 1 : 0;
      await delay(askEveryMs);
    }
    return this.#signal.aborted ? 'stuck' : 'lost';
  }
}
