import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { asObject } from '../../src/contract/read.ts';
import type { Witness } from './audit.ts';
import { kindOf, type ServiceAnswer } from './exchange.ts';

/** The service's actions, observed between it and the injected faults, so independently of clients and journals. */
export class ServiceObserver implements Witness {
  readonly #accepted = new Map<string, string[]>();
  readonly #delivered = new Map<string, Set<string>>();
  readonly #refunded = new Set<string>();

  /**
   * Records an answer of the service. Returns `true` for an accepted submission. `head` is the beginning of the
   * request's body.
   */
  note(request: IncomingMessage, head: Buffer, { status, body }: ServiceAnswer): boolean {
    if (status >= 300) return false;
    switch (kindOf(request)) {
      case 'submission': {
        const name = /filename="([^"]+)"/.exec(head.toString('latin1'))?.[1] ?? '';
        const ids = new Set([...this.acceptedOf(name), String(recordOf(body)?.['id'])]);
        this.#accepted.set(name, [...ids]);
        return true;
      }
      case 'download': {
        const id = idOf(request);
        this.#delivered.set(id, (this.#delivered.get(id) ?? new Set()).add(sha256(body)));
        return false;
      }
      case 'poll':
        if (recordOf(body)?.['status'] === 'Failed') this.#refunded.add(idOf(request));
        return false;
      case 'announcement':
      case 'discovery':
        return false;
    }
  }

  acceptedOf(fileName: string): readonly string[] {
    return this.#accepted.get(fileName) ?? [];
  }

  mayEnd(fileName: string): boolean {
    return this.acceptedOf(fileName).every((id) => this.#refunded.has(id));
  }

  isOutputOf(fileName: string, hash: string): boolean {
    return this.acceptedOf(fileName).some((id) => this.#delivered.get(id)?.has(hash) === true);
  }

  /** Submissions that were accepted and not refunded. */
  get charged(): number {
    const ids = [...this.#accepted.values()].flat();
    return ids.filter((id) => !this.#refunded.has(id)).length;
  }
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function idOf({ url = '' }: IncomingMessage): string {
  return /\/job\/([^/]+)/.exec(url)?.[1] ?? '';
}

function recordOf(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  return asObject(JSON.parse(body.toString()));
}
