import { isTerminal, jobStatuses } from '../../../src/contract/jobRecord.ts';
import { altered, type Alteration } from './alteredServers.ts';

/** Hides the end of a server's jobs until a test releases it, so that their earlier states can be inspected. */
export class HeldJobs {
  #isHolding = true;

  get isHolding(): boolean {
    return this.#isHolding;
  }

  release(): void {
    this.#isHolding = false;
  }

  /** Reports ended jobs as still processing. */
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
