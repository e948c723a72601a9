import { commands } from '../../manifest.ts';
import { namesText } from '../text/batches.ts';
import { fileName } from '../text/names.ts';
import { agoText, joined, say, sayCount, type SafeText } from '../text/safeText.ts';
import type { Row } from '../ui/treeView.ts';

/** The state of a workspace's rules while they are turned on. */
export interface RulesState {
  readonly count: number;
  /** URI of the file that a rule processed last, and when. */
  readonly last: { readonly source: string; readonly at: number } | undefined;
  /** True if another window applies the rules. */
  readonly isElsewhere: boolean;
}

export const rulesRowId = 'rules';

/** The row in the Jobs view that shows that rules are on. A click turns them off. */
export function rulesRow({ count, last, isElsewhere }: RulesState, now: number): Row {
  const label = say('Rules: on');
  const description = joined(
    [
      rulesText(count),
      isElsewhere ? say('applied by another window') : undefined,
      last && say('last {0}, {1}', fileName(last.source), agoText(now - last.at)),
    ],
    ' · ',
  );
  return {
    label,
    description,
    tooltip: say('This workspace’s rules convert files when they’re added or saved. Click to turn them off.'),
    spoken: joined([label, description], ', '),
    icon: { id: 'zap' },
    contextValue: rulesRowId,
    onClick: { title: say('Turn Off Rules'), command: commands.turnRulesOff, arguments: [] },
  };
}

function rulesText(count: number): SafeText {
  return sayCount(count, { one: '{0} rule', other: '{0} rules' });
}

/** Says which files, given by URI, rules couldn't process, and why if the reason is the same for all. */
export function failedRulesText(sources: readonly string[], reasons: readonly SafeText[]): SafeText {
  const different = [...new Set(reasons)];
  const failed = say('This workspace’s rules failed for {0}.', namesText(sources.map(fileName)));
  return different.length === 1 ? joined([failed, different[0]], ' ') : failed;
}
