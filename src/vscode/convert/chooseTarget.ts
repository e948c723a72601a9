import { isProgramId } from '../../engines/programs/programs.ts';
import { combinationsOf, type OfferedCombination } from '../../planning/combinations.ts';
import {
  obstacleTo,
  type Selection,
  type TargetChoices,
  targetChoices,
  withResults,
} from '../../planning/possibilities.ts';
import type { RecentTargets } from '../../planning/recentTargets.ts';
import { RunPlace } from '../../planning/runPlace.ts';
import type { CombinationOrder, Task } from '../../planning/workPlan.ts';
import { outputPreview } from './outputPreview.ts';
import { combinationList, hasOrder, orderButtonText } from './combinationList.ts';
import { type ImageSetChoice, imageSetRows, imageSetWork } from '../imageSets/imageSets.ts';
import { type PresetChoice, presetRows } from '../options/presetRows.ts';
import type { RunDetails } from '../request/runDetails.ts';
import { placeButton, placedTitle } from './runPlace.ts';
import {
  isAllHere,
  obstacleText,
  remarkText,
  resultsTooltip,
  type TargetChoice,
  targetList,
  targetTitle,
} from './targetList.ts';
import { currentSettings } from '../settings.ts';
import { joined } from '../text/words.ts';
import { showWarning } from '../ui/messages.ts';
import type { OpenList } from '../ui/openList.ts';
import { pick, type PickContent } from '../ui/picks.ts';
import { followPreset } from '../options/presetActions.ts';
import { openProgramPage, suggestProgram } from './installProgram.ts';

type TargetPick = Required<PickContent<(TargetChoice | PresetChoice | ImageSetChoice)['value']>>;

/** What can be done at the place of the run, with or without the results of earlier jobs: worked out once a change. */
interface Possible {
  readonly offered: Selection;
  readonly taken: Selection;
  readonly choices: TargetChoices;
  readonly combinations: readonly OfferedCombination[];
}

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
 * @param offersSets whether the sets of pictures that ship are among what can be chosen
 * @param opened what becomes the list, and is closed where there is none
 */
export async function chooseTarget(
  selection: Selection,
  recentTargets: RecentTargets,
  offersSets: boolean,
  opened: OpenList,
): Promise<ChosenWork | undefined> {
  const place = new RunPlace(selection.offer);
  const hasResults = selection.results !== undefined && selection.results.length > 0;
  // Where there is nothing else, a person who picks a folder of results means these.
  const isAlone = hasResults && targetChoices(selection).targets.length === 0;
  let takesResults = isAlone;
  let order: CombinationOrder = 'picked';
  const look = (): Possible => {
    const offered = { ...selection, offer: place.offer };
    const taken = takesResults ? withResults(offered) : offered;
    return { offered, taken, choices: targetChoices(taken), combinations: combinationsOf(taken) };
  };
  let possible = look();
  if (possible.choices.targets.length === 0 && possible.combinations.length === 0) {
    opened.close();
    void explain(possible);
    return undefined;
  }
  const changeResults = (): TargetPick => {
    takesResults = !takesResults;
    possible = look();
    return content();
  };
  const changeOrder = (): TargetPick => {
    order = order === 'picked' ? 'name' : 'picked';
    return content();
  };
  const changePlace = (): TargetPick => {
    place.change();
    possible = look();
    return content();
  };
  const content = (): TargetPick => {
    const { taken, choices, combinations } = possible;
    const saysPlace = !isAllHere(choices);
    const title = targetTitle(choices.files.length > 0 ? choices.files : taken.files);
    return {
      title: place.hasOther ? placedTitle(title, place.preferred) : title,
      placeHolder: joined([remarkText(choices.remark), outputPreview(choices.files)], ' '),
      entries: [
        ...presetRows(currentSettings.presets(), taken),
        ...targetList(
          choices,
          recentTargets.of(choices.sourceFormats),
          combinationList(combinations, order, saysPlace),
        ),
        ...(offersSets ? imageSetRows(taken, saysPlace) : []),
      ],
      buttons: [
        ...(hasResults && !isAlone ? resultsButtons(possible, takesResults, changeResults) : []),
        ...(combinations.some(hasOrder) ? [{ ...orderButtonText(order), press: changeOrder }] : []),
        ...placeButtons(place, changePlace),
      ],
    };
  };
  const picked = await pick(content(), { opened });
  const { taken } = possible;
  if (picked === undefined) return undefined;
  if ('preset' in picked.value || 'brokenPreset' in picked.value) {
    const preset = followPreset(picked.value);
    return preset && { selection: taken, task: preset.task, details: preset.details };
  }
  if ('imageSet' in picked.value) {
    return { selection: taken, ...imageSetWork(picked.value.imageSet) };
  }
  if ('program' in picked.value) {
    await openProgramPage(picked.value.program);
    return undefined;
  }
  if ('combine' in picked.value) {
    const task = { tool: 'combine', targetFormat: picked.value.combine, order } as const;
    return { selection: taken, task, details: {} };
  }
  const { format } = picked.value;
  return { selection: taken, task: { tool: 'convert', targetFormat: format }, details: {} };
}

/** A button for the other place of the run, where there are two. */
function placeButtons(place: RunPlace, press: () => TargetPick): TargetPick['buttons'] {
  return place.hasOther ? [{ ...placeButton(place.preferred), press }] : [];
}

/** A button that takes the results of earlier jobs in folders along, or leaves them out again, where they can be used. */
function resultsButtons(
  { offered, choices }: Possible,
  takesResults: boolean,
  press: () => TargetPick,
): TargetPick['buttons'] {
  const others = targetChoices(takesResults ? offered : withResults(offered));
  const count = Math.abs(others.files.length - choices.files.length);
  return count === 0 ? [] : [{ icon: 'history', tooltip: resultsTooltip(count, !takesResults), press }];
}

/** Why files can become nothing; where a program would help, with the way to it. */
async function explain({ taken, choices }: Possible): Promise<void> {
  const obstacle = obstacleTo(taken);
  const [needed] = choices.installable;
  if (obstacle.code === 'formats.needs_program' && needed && isProgramId(needed.program)) {
    return suggestProgram(needed.program, needed, choices.sourceFormats);
  }
  return showWarning(obstacleText(taken, obstacle));
}
