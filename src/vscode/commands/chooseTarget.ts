import { isProgramId } from '../../engines/programs/programs.ts';
import { combinationsOf } from '../../formats/combinations.ts';
import {
  obstacleTo,
  type Selection,
  type TargetChoices,
  targetChoices,
  withResults,
} from '../../formats/possibilities.ts';
import type { RecentTargets } from '../../formats/recentTargets.ts';
import type { CombinationOrder, Task } from '../../formats/workPlan.ts';
import { outputPreview } from '../batch/outputPreview.ts';
import type { RunDetails } from '../batch/runBatch.ts';
import { combinationList, hasOrder, orderButtonText } from '../model/combinationList.ts';
import {
  obstacleText,
  remarkText,
  resultsTooltip,
  type TargetChoice,
  targetList,
  targetTitle,
} from '../model/targetList.ts';
import { joined } from '../text/words.ts';
import { showWarning } from '../window/messages.ts';
import { pick, type PickButton, type PickContent } from '../window/picks.ts';
import { openProgramPage, suggestProgram } from './installProgram.ts';

/** What a person chose to have done. */
export interface ChosenWork {
  /** With which files, and where. */
  readonly selection: Selection;
  readonly task: Task;
  readonly details: RunDetails;
}

/** Asks for the target of files, or says why there is none; `undefined` when none is chosen. */
export async function chooseTarget(
  selection: Selection,
  recentTargets: RecentTargets,
): Promise<ChosenWork | undefined> {
  // Where there is nothing else, a person who picks a folder of results means these.
  const isAlone = targetChoices(selection).targets.length === 0;
  let taken = isAlone ? withResults(selection) : selection;
  if (targetChoices(taken).targets.length === 0 && combinationsOf(taken).length === 0) {
    void explain(taken, targetChoices(taken));
    return undefined;
  }
  let order: CombinationOrder = 'picked';
  const content = (next: Selection): PickContent<TargetChoice['value']> => {
    taken = next;
    const choices = targetChoices(taken);
    const combinations = combinationsOf(taken);
    const turn = (): PickContent<TargetChoice['value']> => {
      order = order === 'picked' ? 'name' : 'picked';
      return content(taken);
    };
    return {
      title: targetTitle(choices.files.length > 0 ? choices.files : taken.files),
      placeHolder: joined([remarkText(choices.remark), outputPreview(choices.files)], ' '),
      entries: targetList(choices, recentTargets.all(), combinationList(combinations, order)),
      buttons: [
        ...(isAlone ? [] : resultsButtons(selection, taken, content)),
        ...(combinations.some(hasOrder) ? [{ ...orderButtonText(order), press: turn }] : []),
      ],
    };
  };
  const picked = await pick(content(taken));
  if (picked === undefined) return undefined;
  if ('program' in picked.value) {
    await openProgramPage(picked.value.program);
    return undefined;
  }
  if ('combine' in picked.value) {
    const task = { tool: 'combine', targetFormat: picked.value.combine, order } as const;
    return { selection: taken, task, details: {} };
  }
  const { format } = picked.value;
  await recentTargets.add(format);
  return { selection: taken, task: { tool: 'convert', targetFormat: format }, details: {} };
}

/** A button that takes the results of earlier jobs in folders along, or leaves them out again, where there are any. */
function resultsButtons(
  selection: Selection,
  taken: Selection,
  content: (next: Selection) => PickContent<TargetChoice['value']>,
): readonly PickButton<TargetChoice['value']>[] {
  const all = withResults(selection);
  const count = targetChoices(all).files.length - targetChoices(selection).files.length;
  if (count === 0) return [];
  const isWithout = taken === selection;
  const tooltip = resultsTooltip(count, isWithout);
  return [{ icon: 'history', tooltip, press: () => content(isWithout ? all : selection) }];
}

/** Why files can become nothing; where a program would help, with the way to it. */
async function explain(selection: Selection, choices: TargetChoices): Promise<void> {
  const obstacle = obstacleTo(selection);
  const [needed] = choices.installable;
  if (obstacle.code === 'formats.needs_program' && needed && isProgramId(needed.program)) {
    return suggestProgram(needed.program, needed, choices.sourceFormats);
  }
  return showWarning(obstacleText(selection, obstacle));
}
