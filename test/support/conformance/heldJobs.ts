import { isTerminal, jobStatuses } from '../../../src/contract/jobStatus.ts';
import { altered, type Alteration } from './alteredServers.ts';

/** Keeps a server from telling that its jobs have ended until a test lets it, so that they can be looked at on their way. */
export class HeldJobs {
  #isHolding = true;

  get isHolding(): boolean {
    return this.#isHolding;
  }

  hold(): void {
    this.#isHolding = true;
  }

  release(): void {
    this.#isHolding = false;
  }

  /** Alters the record of a job that has ended. */
  readonly answer: NonNullable<Alteration['answer']> = (answered, { method, path }) => {
    const isRecord = method === 'GET' && /\/job\/[^/]+$/.test(path) && answered.status === 200;
    if (!this.#isHolding || !isRecord) return {};
    return altered(answered, (job) =>
      jobStatuses.some((each) => each === job['status'] && isTerminal(each))
        ? { id: job['id'], status: 'Processing' }
        : job,
    );
  };
}
