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
import { RunPlace } from '../../formats/runPlace.ts';
import type { CombinationOrder, Task } from '../../formats/workPlan.ts';
import { outputPreview } from '../batch/outputPreview.ts';
import { combinationList, hasOrder, orderButtonText } from '../model/combinationList.ts';
import { type PresetChoice, presetRows } from '../model/presetRows.ts';
import type { RunDetails } from '../model/runDetails.ts';
import { placeButton, placedTitle } from '../model/runPlace.ts';
import {
  obstacleText,
  remarkText,
  resultsTooltip,
  type TargetChoice,
  targetList,
  targetTitle,
} from '../model/targetList.ts';
import { currentSettings } from '../settings.ts';
import { joined } from '../text/words.ts';
import { showWarning } from '../window/messages.ts';
import type { OpenList } from '../window/openList.ts';
import { pick, type PickContent } from '../window/picks.ts';
import { followPreset } from './followPreset.ts';
import { openProgramPage, suggestProgram } from './installProgram.ts';

type TargetPick = Required<PickContent<(TargetChoice | PresetChoice)['value']>>;

/** What a person chose to have done. */
export interface ChosenWork {
  /** With which files, and where. */
  readonly selection: Selection;
  readonly task: Task;
  readonly details: RunDetails;
}

/**
 * Asks for the target of files, or says why there is none; `undefined` when none is chosen.
 *
 * @param opened what becomes the list, and is closed where there is none
 */
export async function chooseTarget(
  selection: Selection,
  recentTargets: RecentTargets,
  opened: OpenList,
): Promise<ChosenWork | undefined> {
  // Where there is nothing else, a person who picks a folder of results means these.
  const isAlone = targetChoices(selection).targets.length === 0;
  const place = new RunPlace(selection.offer);
  let takesResults = isAlone;
  let order: CombinationOrder = 'picked';
  const offered = (): Selection => ({ ...selection, offer: place.offer });
  const taken = (): Selection => (takesResults ? withResults(offered()) : offered());
  if (targetChoices(taken()).targets.length === 0 && combinationsOf(taken()).length === 0) {
    opened.close();
    void explain(taken(), targetChoices(taken()));
    return undefined;
  }
  const changeResults = (): TargetPick => {
    takesResults = !takesResults;
    return content();
  };
  const changeOrder = (): TargetPick => {
    order = order === 'picked' ? 'name' : 'picked';
    return content();
  };
  const content = (): TargetPick => {
    const choices = targetChoices(taken());
    const combinations = combinationsOf(taken());
    const title = targetTitle(choices.files.length > 0 ? choices.files : taken().files);
    return {
      title: place.hasOther ? placedTitle(title, place.preferred) : title,
      placeHolder: joined([remarkText(choices.remark), outputPreview(choices.files)], ' '),
      entries: [
        ...presetRows(currentSettings.presets(), taken()),
        ...targetList(choices, recentTargets.all(), combinationList(combinations, order)),
      ],
      buttons: [
        ...(isAlone ? [] : resultsButtons(offered(), !takesResults, changeResults)),
        ...(combinations.some(hasOrder) ? [{ ...orderButtonText(order), press: changeOrder }] : []),
        ...placeButtons(place, content),
      ],
    };
  };
  const picked = await pick(content(), { opened });
  if (picked === undefined) return undefined;
  if ('preset' in picked.value || 'brokenPreset' in picked.value) {
    const preset = followPreset(picked.value);
    return preset && { selection: taken(), task: preset.task, details: preset.details };
  }
  if ('program' in picked.value) {
    await openProgramPage(picked.value.program);
    return undefined;
  }
  if ('combine' in picked.value) {
    const task = { tool: 'combine', targetFormat: picked.value.combine, order } as const;
    return { selection: taken(), task, details: {} };
  }
  const { format } = picked.value;
  await recentTargets.add(format);
  return { selection: taken(), task: { tool: 'convert', targetFormat: format }, details: {} };
}

/** A button for the other place of the run, where there are two. */
function placeButtons(place: RunPlace, content: () => TargetPick): TargetPick['buttons'] {
  if (!place.hasOther) return [];
  const press = (): TargetPick => {
    place.change();
    return content();
  };
  return [{ ...placeButton(place.preferred), press }];
}

/** A button that takes the results of earlier jobs in folders along, or leaves them out again, where there are any. */
function resultsButtons(
  selection: Selection,
  isWithout: boolean,
  press: () => TargetPick,
): TargetPick['buttons'] {
  const count = targetChoices(withResults(selection)).files.length - targetChoices(selection).files.length;
  return count === 0 ? [] : [{ icon: 'history', tooltip: resultsTooltip(count, isWithout), press }];
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
