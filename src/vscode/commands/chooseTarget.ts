import { isProgramId } from '../../engines/programs/programs.ts';
import {
  obstacleTo,
  type Selection,
  type TargetChoices,
  targetChoices,
} from '../../formats/possibilities.ts';
import type { RecentTargets } from '../../formats/recentTargets.ts';
import { RunPlace } from '../../formats/runPlace.ts';
import type { Task } from '../../formats/workPlan.ts';
import type { RunDetails } from '../batch/runBatch.ts';
import { placeButton, placedTitle } from '../model/runPlace.ts';
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
  if (choices.targets.length === 0) {
    void explain(selection, choices);
    return undefined;
  }
  const place = new RunPlace(selection);
  const picked = await pick(targetPick(place, recentTargets));
  if (picked === undefined) return undefined;
  if ('program' in picked.value) {
    await openProgramPage(picked.value.program);
    return undefined;
  }
  const { format } = picked.value;
  await recentTargets.add(format);
  return { selection: place.selection, task: { tool: 'convert', targetFormat: format }, details: {} };
}

/** The list of targets at the place of the run, with a button for the other one where there are two. */
function targetPick(place: RunPlace, recentTargets: RecentTargets): PickContent<TargetChoice['value']> {
  const choices = targetChoices(place.selection);
  const title = targetTitle(choices.files);
  return {
    title: place.hasOther ? placedTitle(title, place.preferred) : title,
    placeHolder: remarkText(choices.remark),
    entries: targetList(choices, recentTargets.all()),
    buttons: place.hasOther
      ? [
          {
            ...placeButton(place.preferred),
            press: () => {
              place.change();
              return targetPick(place, recentTargets);
            },
          },
        ]
      : [],
  };
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
