import { fault, faultSentence } from '../../contract/fault.ts';
import { isConversionError } from '../../engines/api/conversionError.ts';
import type { Cost } from '../../engines/api/engineDescription.ts';
import type { EngineTask, EngineResult } from '../../engines/api/task.ts';
import { passingFaults, serviceError } from '../faults.ts';

/** Inspects an account's file in a worker. Stops when the signal aborts. */
export type Measure = (task: EngineTask, account: string, signal: AbortSignal) => Promise<EngineResult>;

/** Maximum time to inspect a file. The client waits five minutes for the answer to its submission. */
const maxMs = 120_000;
const uncounted = fault('pages.uncounted');

/**
 * The price of a job in credits. Resolves within two minutes.
 * @throws ServiceError `request.pages_uncountable`, or `queue.pool_saturated` if a later attempt may succeed, or the
 * signal's reason
 */
export async function priceOf(
  task: EngineTask,
  cost: Cost,
  measure: Measure,
  account: string,
  signal: AbortSignal,
  timeoutMs = maxMs,
): Promise<number> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = AbortSignal.any([signal, timeout]);
  try {
    return await cost(task, (part) => measure(part, account, both));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted || (isConversionError(error) && passingFaults.has(error.fault.id))) {
      throw serviceError('queue.pool_saturated', 'Too many pages are being counted. Try again shortly.');
    }
    if (!isConversionError(error)) throw error;
    throw serviceError('request.pages_uncountable', faultSentence(uncounted), { fault: uncounted });
  }
}
