import * as vscode from 'vscode';
import { settings, settingsSection } from '../../manifest.ts';
import type { Work } from '../../planning/work.ts';
import { maxPresetName, presetNameProblem, type Preset, presetEntry } from '../request/presets.ts';
import { currentSettings, savePreset } from '../settings.ts';
import { untrusted, say } from '../text/safeText.ts';
import { askForText } from '../ui/inputs.ts';
import { confirm, openSettingAction, showInformation } from '../ui/messages.ts';
import type { PresetChoice } from './presetRows.ts';

/** Returns the chosen preset. If it is unusable, opens the settings instead. */
export function followPreset(choice: PresetChoice['value']): Preset | undefined {
  if ('preset' in choice) return choice.preset;
  void vscode.commands.executeCommand(
    'workbench.action.openSettings',
    `${settingsSection}.${settings.presets}`,
  );
  return undefined;
}

/** Asks for a name and saves the work as a preset. Resolves once it is saved, or the user cancels. */
export async function saveAsPreset(work: Work): Promise<void> {
  const text = await askForText({
    title: say('Save as Preset'),
    prompt: say('Name of the preset in the list of formats, at most {0} characters', maxPresetName),
    value: '',
    persistent: true,
    leadsBack: true,
    validate: presetNameProblem,
  });
  if (text === undefined) return;
  const name = text.trim();
  const { usable, broken } = currentSettings.presets();
  const isTaken = [...usable, ...broken].some((preset) => preset.name === name);
  const question = say('Replace the preset “{0}”?', untrusted(name));
  if (isTaken && !(await confirm(question, say('The current preset will be lost.'), say('Replace')))) return;
  await savePreset(name, presetEntry(work));
  void showInformation(
    say('Saved the preset “{0}”.', untrusted(name)),
    openSettingAction(say('Open settings'), settings.presets),
  );
}
