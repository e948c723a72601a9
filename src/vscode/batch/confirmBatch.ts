import { costOf, type PlanCost, type WorkPlan } from '../../formats/possibilities.ts';
import type { Connections } from '../connections.ts';
import { countText } from '../text/amounts.ts';
import { formatName } from '../text/files.ts';
import { say, type Words } from '../text/words.ts';
import { confirm } from '../window/messages.ts';

/** A batch above this many files is confirmed first. */
const askAbove = 50;
const estimateTimeoutMs = 5000;

/** Asks before a large batch starts, naming the count and the least it costs. */
export async function confirmBatch(connections: Connections, plan: WorkPlan): Promise<boolean> {
  const count = plan.planned.length;
  if (count <= askAbove) return true;
  const cost = await costOf(plan, async (from, to) => {
    const { client } = await connections.get('network');
    return client.estimate(from, to, AbortSignal.timeout(estimateTimeoutMs));
  });
  return confirm(questionOf(plan), costText(count, cost), say('Start'));
}

function questionOf({ planned, task: { targetFormat } }: WorkPlan): Words {
  const count = countText(planned.length);
  return targetFormat === undefined
    ? say('Compress {0} files?', count)
    : say('Convert {0} files to {1}?', count, formatName(targetFormat));
}

function costText(files: number, { paidFiles, leastCredits }: PlanCost): Words {
  const credits = countText(leastCredits);
  if (paidFiles === 0) return say('On this computer, at no cost.');
  if (paidFiles === files) return say('At the network, for at least {0} credits.', credits);
  return say(
    '{0} of them at the network, for at least {1} credits, the others on this computer.',
    countText(paidFiles),
    credits,
  );
}
