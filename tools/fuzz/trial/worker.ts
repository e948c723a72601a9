import { isConversionError } from '../../../src/engines/api/conversionError.ts';

import { type Fault, faultCode, type FaultCode } from '../../../src/contract/fault.ts';
import type { EngineWork, WorkResult } from '../../../src/engines/api/work.ts';
import { internalFault } from '../../../src/service/faults.ts';
import { budgetOf } from '../../../src/service/worker/budget.ts';
import { PooledWorker } from '../../../src/service/worker/pooledWorker.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { bundle } from '../../../test/support/service/standalone.ts';

/** The way in which some work ended. */
export type WorkerEnd =
  | { readonly kind: 'succeeded'; readonly result: WorkResult }
  /** The fault has a sentence for the user. */
  | { readonly kind: 'refused'; readonly fault: Fault }
  /** The worker crashed, was killed, or had no sentence for its fault; `said` is its output. */
  | { readonly kind: 'crash' | 'memory' | 'slow' | 'internal'; readonly said: string };

const never = new AbortController().signal;
/** The service uses the same limits to decide when to replace a worker. */
const maxRuns = 50;
const maxRestingRssBytes = 512 * 1024 ** 2;
const maxOutputDelayMs = 10_000;

/** A worker process of the service, which is replaced under the same rules and reports how each piece of work ended. */
export class TrialWorker {
  readonly #maxMs: number;
  readonly #scriptPath: string;
  #worker: PooledWorker | undefined;
  #said: string[] = [];

  /** Work that exceeds `maxMs` or the service's limit is ended. */
  constructor(maxMs: number, scriptPath = bundle) {
    this.#maxMs = maxMs;
    this.#scriptPath = scriptPath;
  }

  async run(work: EngineWork): Promise<WorkerEnd> {
    const worker = (this.#worker ??= this.#start());
    this.#said = [];
    const budget = budgetOf(work);
    try {
      const result = await worker.run(work, { ...budget, maxMs: Math.min(budget.maxMs, this.#maxMs) }, never);
      return { kind: 'succeeded', result };
    } catch (error) {
      if (!isConversionError(error)) throw error;
      return await this.#endingOf(error.fault, worker.usable);
    } finally {
      if (!worker.usable || worker.runs >= maxRuns || worker.rssBytes > maxRestingRssBytes) this.dispose();
    }
  }

  dispose(): void {
    this.#worker?.dispose();
    this.#worker = undefined;
  }

  async #endingOf(fault: Fault, isAlive: boolean): Promise<WorkerEnd> {
    if (!isAlive) return { kind: deaths[faultCode(fault)] ?? 'crash', said: this.#said.join('\n') };
    if (fault.id !== internalFault.id) {
      return { kind: 'refused', fault };
    }
    // The worker's output arrives separately from its answer. There is none if the answer itself was invalid.
    const hasSaid = async (): Promise<unknown> =>
      eventually(
        () => this.#said.length,
        (lines) => lines > 0,
        maxOutputDelayMs,
      );
    await hasSaid().catch(() => this.#said.push('The worker printed nothing.'));
    return { kind: 'internal', said: this.#said.join('\n') };
  }

  #start(): PooledWorker {
    return new PooledWorker(
      { scriptPath: this.#scriptPath, clock: systemClock },
      {
        onDidExit: () => undefined,
        onDidMeasure: () => undefined,
        onDidPrint: (line) => this.#said.push(line),
      },
    );
  }
}

const deaths: Readonly<Partial<Record<FaultCode, 'memory' | 'slow'>>> = {
  'conversion.limit_exceeded': 'memory',
  'conversion.timed_out': 'slow',
};
