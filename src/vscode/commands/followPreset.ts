import { settings } from '../../manifest.ts';
import type { PresetChoice } from '../model/presetRows.ts';
import type { Preset } from '../model/presets.ts';
import { openSettingAction } from '../window/messages.ts';
import { say } from '../text/words.ts';

/** The preset that was chosen. One that can't be followed leads to the settings instead. */
export function followPreset(choice: PresetChoice['value']): Preset | undefined {
  if ('preset' in choice) return choice.preset;
  void openSettingAction(say('Open settings'), settings.presets).run();
  return undefined;
}
