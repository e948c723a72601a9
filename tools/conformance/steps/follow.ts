import {
  isTerminal,
  type JobRecord,
  type JobStatus,
  parseJobRecord,
} from '../../../src/contract/jobRecord.ts';
import { routes } from '../../../src/contract/routes.ts';
import type { ToolId } from '../../../src/contract/tools.ts';
import { delay } from '../../../src/util/abort.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import type { RuleContext } from '../rule.ts';
import { ensure, jsonOf } from './expect.ts';

/** A job that was followed to its end. */
export interface EndedJob {
  readonly id: string;
  /** Each observed state, once, in order. */
  readonly statuses: readonly JobStatus[];
  /** Every record that was read; the last one is the final one. */
  readonly records: readonly JobRecord[];
  readonly last: JobRecord;
  /**
   * The last time when the job was polled and hadn't ended, by the monotonic clock; absent if it was never seen
   * running.
   */
  readonly lastRunningAt?: number;
}

/**
 * The polling interval: 1 to 2 seconds for small files (api.md, Client behavior 3). A server of our own may be polled
 * more often.
 */
const pollMs = { launched: 150, external: 1500 };
const patienceMs = 300_000;

export async function jobRecord(context: RuleContext, tool: ToolId, id: string): Promise<JobRecord> {
  return parseJobRecord(jsonOf(await context.http.send({ path: routes.job(tool, id) })));
}

export function download(context: RuleContext, tool: ToolId, id: string): Promise<RawAnswer> {
  return context.http.send({ path: routes.download(tool, id) });
}

/**
 * Polls a job until its state is terminal.
 * @throws Violation if that takes more than five minutes
 */
export async function followToEnd(context: RuleContext, tool: ToolId, id: string): Promise<EndedJob> {
  const { clock, launched, signal } = context;
  const startedAt = clock.monotonic();
  const records: JobRecord[] = [];
  let lastRunningAt: number | undefined;
  for (;;) {
    const askedAt = clock.monotonic();
    const record = await jobRecord(context, tool, id);
    records.push(record);
    if (isTerminal(record.status)) {
      const statuses = [...new Set(records.map(({ status }) => status))];
      return { id, statuses, records, last: record, ...(lastRunningAt !== undefined && { lastRunningAt }) };
    }
    lastRunningAt = askedAt;
    ensure(
      clock.monotonic() - startedAt < patienceMs,
      `The job is still ${record.status} after five minutes`,
    );
    await delay(launched ? pollMs.launched : pollMs.external, clock, signal);
  }
}
