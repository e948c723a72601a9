import type { PlanCost, WorkPlan } from '../../planning/workPlan.ts';
import { creditsText } from '../text/credits.ts';
import { formatName } from '../text/formats.ts';
import { say, sayCount, type Words } from '../text/words.ts';

/** A batch above this many files is confirmed first. */
const askAbove = 50;

export function needsConfirmation({ planned }: WorkPlan): boolean {
  return planned.length > askAbove;
}

/** What a person is asked before a large batch. */
export function batchQuestion({ planned, task: { targetFormat } }: WorkPlan): Words {
  return targetFormat === undefined
    ? sayCount(planned.length, { one: 'Compress {0} file?', other: 'Compress {0} files?' })
    : sayCount(
        planned.length,
        { one: 'Convert {0} file to {1}?', other: 'Convert {0} files to {1}?' },
        formatName(targetFormat),
      );
}

/** Where it is worked on, and the least that it costs there. */
export function batchCostText(
  files: number,
  { uploads, leastCredits }: Pick<PlanCost, 'uploads' | 'leastCredits'>,
): Words {
  const credits = creditsText(leastCredits);
  if (uploads === 0) return say('On this computer, at no cost.');
  if (leastCredits === 0) return costFreeText(files, uploads);
  if (uploads === files) return say('At the network, for at least {0}.', credits);
  return sayCount(
    uploads,
    {
      one: '{0} of them at the network, for at least {1}, the others on this computer.',
      other: '{0} of them at the network, for at least {1}, the others on this computer.',
    },
    credits,
  );
}

function costFreeText(files: number, uploads: number): Words {
  if (uploads === files) return say('At the network, at no cost.');
  return sayCount(uploads, {
    one: '{0} of them at the network, the others on this computer, at no cost.',
    other: '{0} of them at the network, the others on this computer, at no cost.',
  });
}
