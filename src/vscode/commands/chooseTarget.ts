import { isProgramId } from '../../engines/programs/programs.ts';
import {
  obstacleTo,
  type Selection,
  type TargetChoices,
  targetChoices,
} from '../../formats/possibilities.ts';
import type { RecentTargets } from '../../formats/recentTargets.ts';
import type { Task } from '../../formats/workPlan.ts';
import type { RunDetails } from '../batch/runBatch.ts';
import { type PresetChoice, presetRows } from '../model/presetRows.ts';
import { remarkText, type TargetChoice, targetList, targetTitle } from '../model/targetList.ts';
import { currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { showWarning } from '../window/messages.ts';
import { pick } from '../window/picks.ts';
import { followPreset } from './followPreset.ts';
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
  const picked = await pick<(TargetChoice | PresetChoice)['value']>({
    title: targetTitle(choices.files),
    placeHolder: remarkText(choices.remark),
    entries: [
      ...presetRows(currentSettings.presets(), selection),
      ...targetList(choices, recentTargets.all()),
    ],
  });
  if (picked === undefined) return undefined;
  if ('preset' in picked.value || 'brokenPreset' in picked.value) {
    const preset = followPreset(picked.value);
    return preset && { selection, task: preset.task, details: preset.details };
  }
  if ('program' in picked.value) {
    await openProgramPage(picked.value.program);
    return undefined;
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
