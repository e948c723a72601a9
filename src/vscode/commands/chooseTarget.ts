import { isProgramId } from '../../engines/programs/programs.ts';
import { combinationsOf } from '../../formats/combinations.ts';
import {
  obstacleTo,
  type Selection,
  type TargetChoices,
  targetChoices,
} from '../../formats/possibilities.ts';
import type { RecentTargets } from '../../formats/recentTargets.ts';
import type { CombinationOrder, Task } from '../../formats/workPlan.ts';
import type { RunDetails } from '../batch/runBatch.ts';
import { combinationList, hasOrder, orderButtonText } from '../model/combinationList.ts';
import { remarkText, type TargetChoice, targetList, targetTitle } from '../model/targetList.ts';
import { problemText } from '../text/problems.ts';
import { showWarning } from '../window/messages.ts';
import { pick, type PickContent } from '../window/picks.ts';
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
  const choices = targetChoices(selection);
  const combinations = combinationsOf(selection);
  if (choices.targets.length === 0 && combinations.length === 0) {
    void explain(selection, choices);
    return undefined;
  }
  let order: CombinationOrder = 'picked';
  const content = (): PickContent<TargetChoice['value']> => ({
    title: targetTitle(choices.files.length > 0 ? choices.files : selection.files),
    placeHolder: remarkText(choices.remark),
    entries: targetList(choices, recentTargets.all(), combinationList(combinations, order)),
    buttons: combinations.some(({ targetFormat }) => hasOrder(targetFormat))
      ? [{ ...orderButtonText(order), press: turn }]
      : [],
  });
  const turn = (): PickContent<TargetChoice['value']> => {
    order = order === 'picked' ? 'name' : 'picked';
    return content();
  };
  const picked = await pick(content());
  if (picked === undefined) return undefined;
  if ('program' in picked.value) {
    await openProgramPage(picked.value.program);
    return undefined;
  }
  if ('combine' in picked.value) {
    const task = { tool: 'combine', targetFormat: picked.value.combine, order } as const;
    return { selection, task, details: {} };
  }
  const { format } = picked.value;
  await recentTargets.add(format);
  return { selection, task: { tool: 'convert', targetFormat: format }, details: {} };
}

/** Why files can become nothing; where a program would help, with the way to it. */
async function explain(selection: Selection, choices: TargetChoices): Promise<void> {
  const obstacle = obstacleTo(selection);
  const [needed] = choices.installable;
  if (obstacle.code === 'formats.needs_program' && needed && isProgramId(needed.program)) {
    return suggestProgram(needed.program, needed, choices.sourceFormats);
  }
  return showWarning(problemText(obstacle));
}
