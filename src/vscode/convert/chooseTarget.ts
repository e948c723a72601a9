import * as vscode from 'vscode';
import type { Traits } from '../../contract/losses.ts';
import { isProgramId } from '../../engines/programs/programs.ts';
import { settings } from '../../manifest.ts';
import { type Selection, withResults, type SelectedFile } from '../../planning/possibilities.ts';
import { serviceOrder } from '../../planning/offer.ts';
import { offerElsewhere, obstacleTo, type TargetMenu, targetMenu } from '../../planning/targetMenu.ts';
import type { CombinationOrder, Work } from '../../planning/work.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import { type ImageSetChoice, imageSetRows, imageSetWork } from '../web/imageSets.ts';
import { followPreset } from '../batch/askForOptions.ts';
import { type PresetChoice, presetRows } from '../batch/optionRows.ts';
import { currentSettings } from '../settings.ts';
import { additionText, programName } from '../text/names.ts';
import { joined, say, verbatim, wholePath, type SafeText } from '../text/safeText.ts';
import { getProgram, getProgramAction, openMachineSettingAction, showWarning } from '../ui/messages.ts';
import { type OpenList, pick, type PickContent } from '../ui/picks.ts';
import { probeFiles } from './probeFiles.ts';
import {
  hasOrder,
  menuRows,
  menuTitle,
  obstacleText,
  orderTooltip,
  readingText,
  remarkText,
  resultsTooltip,
  type TargetChoice,
} from './targetList.ts';
import { inFolder } from '../../jobs/core/fileUri.ts';
import { planOutput } from '../../jobs/placement/outputPlan.ts';
import { problemText } from '../text/problems.ts';
import { outputOf } from '../batch/jobRequests.ts';

type Value = (TargetChoice | PresetChoice | ImageSetChoice)['value'];
type Content = PickContent<Value>;
type Buttons = NonNullable<Content['buttons']>;

/** The work that the user chose, and the files for it. */
interface ChosenWork {
  /** The files, and the services that may be used. */
  readonly selection: Selection;
  readonly work: Work;
}

type ChoiceContext = Pick<BatchContext, 'recentTargets' | 'local'>;

/**
 * Asks for a target for the files. Resolves to `undefined` if the user cancels, or if there is no target, which a
 * message explains.
 * @param offersSets true to offer image sets
 * @param opened the list to use; closed if there is no target
 */
export async function chooseTarget(
  selection: Selection,
  { recentTargets, local }: ChoiceContext,
  offersSets: boolean,
  opened: OpenList,
): Promise<ChosenWork | undefined> {
  let { offer } = selection;
  let other = offerElsewhere(offer);
  let order: CombinationOrder = 'picked';
  let traits: ReadonlyMap<string, Traits> = new Map();
  let unread = 0;
  const recent = recentTargets.of(selection.files.flatMap(({ format }) => format ?? []));
  const hasResults = (selection.results ?? []).length > 0;
  // If a folder contains only results of earlier jobs, the user wants to convert those.
  const isAlone = hasResults && targetMenu(selection).files.length === 0;
  let takesResults = isAlone;
  const taken = (withThem = takesResults): Selection => {
    const offered = { ...selection, offer, traits };
    return withThem ? withResults(offered) : offered;
  };
  let menu = targetMenu(taken(), recent);
  if (menu.groups.length === 0 && menu.combinations.length === 0) {
    opened.close();
    void explain(taken(), menu);
    return undefined;
  }
  const changed = (change: () => void) => (): Content => {
    change();
    menu = targetMenu(taken(), recent);
    return content();
  };
  const resultsButton = (): Buttons => {
    if (isAlone || !hasResults) return [];
    const count = Math.abs(targetMenu(taken(!takesResults)).files.length - menu.files.length);
    const tooltip = resultsTooltip(count, !takesResults);
    const press = changed(() => (takesResults = !takesResults));
    return count === 0 ? [] : [{ icon: 'history', tooltip, press }];
  };
  const orderButton = (): Buttons => {
    const icon = order === 'picked' ? 'list-ordered' : 'sort-precedence';
    const press = changed(() => (order = order === 'picked' ? 'name' : 'picked'));
    return menu.combinations.some(hasOrder) ? [{ icon, tooltip: orderTooltip(order), press }] : [];
  };
  const placeButton = (): Buttons => {
    if (other === undefined) return [];
    const press = changed(() => ([offer, other] = [other ?? offer, offer]));
    return serviceOrder[offer.runOn][0] === 'local'
      ? [{ icon: 'cloud', tooltip: say('Use the Network for This Run'), press }]
      : [{ icon: 'device-desktop', tooltip: say('Use This Computer for This Run'), press }];
  };
  const content = (): Content => ({
    title: menuTitle(menu, taken().files, other !== undefined),
    placeHolder: joined(
      [joined([remarkText(menu.remark), outputPreview(menu.files)], ' '), readingText(unread)],
      ' · ',
    ),
    entries: [
      ...presetRows(currentSettings.presets(), taken()),
      ...menuRows(menu, order),
      ...(offersSets ? imageSetRows(taken(), menu.usualPlace !== undefined) : []),
    ],
    more: say('More Formats…'),
    buttons: [...resultsButton(), ...orderButton(), ...placeButton()],
  });
  const picked = await pick(content(), {
    opened,
    follow: async (update, signal) => {
      // Waits until the list is shown, because starting the service would slow it down.
      await opened.filled;
      await probeFiles(local, taken().files, signal, (found, left) =>
        update(changed(() => ([traits, unread] = [found, left]))()),
      );
    },
  });
  return picked && workOf(picked.value, taken(), order);
}

async function workOf(
  value: Value,
  selection: Selection,
  order: CombinationOrder,
): Promise<ChosenWork | undefined> {
  if ('preset' in value || 'brokenPreset' in value) {
    const preset = followPreset(value);
    return preset && { selection, work: preset.work };
  }
  if ('imageSet' in value) return { selection, work: imageSetWork(value.imageSet) };
  if ('program' in value) {
    await getProgram(value.program);
    return undefined;
  }
  const work: Work =
    'combine' in value
      ? { tool: 'combine', targetFormat: value.combine, order }
      : { tool: 'convert', targetFormat: value.format };
  return { selection, work };
}

/** Explains why the files can't be converted, and how to get a program that could do it. */
async function explain(
  selection: Selection,
  { installable: [needed], sourceFormats }: TargetMenu,
): Promise<void> {
  const obstacle = obstacleTo(selection);
  if (obstacle.code === 'formats.needs_program' && needed && isProgramId(needed.program)) {
    const { program } = needed;
    const name = programName(program);
    return showWarning(
      say('Install {0} {1}.', name, additionText(needed, sourceFormats)),
      getProgramAction(program),
      openMachineSettingAction(say('Set Path'), settings[program]),
    );
  }
  return showWarning(obstacleText(selection, obstacle));
}

/** A placeholder for parts of the path that depend on the target and the output. */
const open = '…';

/** The path of the first file's result in the workspace; `undefined` if the result is saved beside its source. */
function outputPreview([first, ...others]: readonly SelectedFile[]): SafeText | undefined {
  if (first === undefined) return undefined;
  const { templates: output, fault } = outputOf(first, 0, 1 + others.length, {});
  if (fault !== undefined) return problemText(fault);
  if (output === undefined) return undefined;
  const { folder, name } = planOutput(
    {
      tool: 'convert',
      source: first.uri,
      targetFormat: open,
      placement: { ...currentSettings.placement(vscode.Uri.parse(first.uri)), output },
      chosenName: undefined,
    },
    undefined,
    { size: { width: open, height: open } },
  );
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(inFolder(folder, name)), false);
  return joined([verbatim('→'), wholePath(path)], ' ');
}
