import type { PlanCost, WorkPlan } from '../../formats/workPlan.ts';
import { countText } from '../text/amounts.ts';
import { formatName } from '../text/formats.ts';
import { say, type Words } from '../text/words.ts';

/** A batch above this many files is confirmed first. */
const askAbove = 50;

export function needsConfirmation({ planned }: WorkPlan): boolean {
  return planned.length > askAbove;
}

/** What a person is asked before a large batch. */
export function batchQuestion({ planned, task: { targetFormat } }: WorkPlan): Words {
  const count = countText(planned.length);
  return targetFormat === undefined
    ? say('Compress {0} files?', count)
    : say('Convert {0} files to {1}?', count, formatName(targetFormat));
}

/** Where it is worked on, and the least that it costs there. */
export function batchCostText(
  files: number,
  { paidFiles, leastCredits }: Pick<PlanCost, 'paidFiles' | 'leastCredits'>,
): Words {
  const credits = countText(leastCredits);
  if (paidFiles === 0) return say('On this computer, at no cost.');
  if (paidFiles === files) return say('At the network, for at least {0} credits.', credits);
  return say(
    '{0} of them at the network, for at least {1} credits, the others on this computer.',
    countText(paidFiles),
    credits,
  );
}
