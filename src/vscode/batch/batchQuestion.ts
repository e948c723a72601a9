import type { PlanCost, WorkPlan } from '../../planning/workPlan.ts';
import { earlierText } from '../text/batches.ts';
import { creditsText } from '../text/credits.ts';
import { alreadyText } from '../text/files.ts';
import { formatName } from '../text/formats.ts';
import { joined, say, sayCount, type SafeText } from '../text/safeText.ts';

/** Batches with more files are confirmed first. */
const askAbove = 50;

export function needsConfirmation({ planned }: WorkPlan): boolean {
  return planned.length > askAbove;
}

/** The question before a large batch. States the total number of files if some are left out. */
export function batchQuestion({ planned, refused, work: { targetFormat } }: WorkPlan): SafeText {
  const all = planned.length + refused.length;
  if (refused.length > 0) {
    return targetFormat === undefined
      ? sayCount(
          all,
          { one: 'Compress {1} of {0} file?', other: 'Compress {1} of {0} files?' },
          planned.length,
        )
      : sayCount(
          all,
          { one: 'Convert {1} of {0} file to {2}?', other: 'Convert {1} of {0} files to {2}?' },
          planned.length,
          formatName(targetFormat),
        );
  }
  return targetFormat === undefined
    ? sayCount(planned.length, { one: 'Compress {0} file?', other: 'Compress {0} files?' })
    : sayCount(
        planned.length,
        { one: 'Convert {0} file to {1}?', other: 'Convert {0} files to {1}?' },
        formatName(targetFormat),
      );
}

/** The reasons why files that the user may expect are left out of a plan, or `undefined` if there are none. */
export function leftOutText({ refused, work: { targetFormat } }: WorkPlan): SafeText | undefined {
  const codes = Map.groupBy(refused, ({ problem }) => problem.code);
  const same = codes.get('formats.same')?.length ?? 0;
  const earlier = codes.get('formats.compressed_before')?.length ?? 0;
  const others = refused.length - same - earlier;
  const parts = [
    same > 0 && targetFormat !== undefined ? alreadyText(same, formatName(targetFormat)) : undefined,
    earlierText(earlier),
    others > 0 ? sayCount(others, { one: '{0} not supported', other: '{0} not supported' }) : undefined,
  ];
  const text = joined(parts, ', ');
  return text === '' ? undefined : say('{0}.', text);
}

/** Says where a plan runs, and its minimum cost there. */
export function batchCostText(
  files: number,
  { uploads, minCredits }: Pick<PlanCost, 'uploads' | 'minCredits'>,
): SafeText {
  const credits = creditsText(minCredits);
  if (uploads === 0) return say('On this computer, free of charge.');
  if (minCredits === 0) return costFreeText(files, uploads);
  if (uploads === files) return say('On the network, for at least {0}.', credits);
  return sayCount(
    uploads,
    {
      one: '{0} of them on the network, for at least {1}, and the others on this computer.',
      other: '{0} of them on the network, for at least {1}, and the others on this computer.',
    },
    credits,
  );
}

function costFreeText(files: number, uploads: number): SafeText {
  if (uploads === files) return say('On the network, free of charge.');
  return sayCount(uploads, {
    one: '{0} of them on the network and the others on this computer, free of charge.',
    other: '{0} of them on the network and the others on this computer, free of charge.',
  });
}
