import * as vscode from 'vscode';
import { settings, settingsSection } from '../../manifest.ts';
import type { PresetChoice } from './presetRows.ts';
import type { Preset } from '../request/presets.ts';

/** The preset that was chosen. One that can't be followed leads to the settings instead. */
export function followPreset(choice: PresetChoice['value']): Preset | undefined {
  if ('preset' in choice) return choice.preset;
  void vscode.commands.executeCommand(
    'workbench.action.openSettings',
    `${settingsSection}.${settings.presets}`,
  );
  return undefined;
}
