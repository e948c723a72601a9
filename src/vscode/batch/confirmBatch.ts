import { costOf, type WorkPlan } from '../../formats/workPlan.ts';
import type { Connections } from '../connections.ts';
import { batchCostText, batchQuestion, needsConfirmation } from '../model/batchQuestion.ts';
import { say } from '../text/words.ts';
import { confirm } from '../window/messages.ts';

const estimateTimeoutMs = 5000;

/** Asks before a large batch starts, naming the count and the least it costs. */
export async function confirmBatch(connections: Connections, plan: WorkPlan): Promise<boolean> {
  if (!needsConfirmation(plan)) return true;
  const cost = await costOf(plan, async (from, to) => {
    const { client } = await connections.get('network');
    return client.estimate(from, to, AbortSignal.timeout(estimateTimeoutMs));
  });
  return confirm(batchQuestion(plan), batchCostText(plan.planned.length, cost), say('Start'));
}
