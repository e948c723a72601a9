import type { RunOn } from '../../planning/offer.ts';
import { settings } from '../../manifest.ts';
import { changeSetting, currentSettings } from '../settings.ts';
import { ownSettings } from '../settingValues.ts';
import { say, type SafeText } from '../text/safeText.ts';
import { stepBack } from '../ui/inputs.ts';
import { openSettingAction, showInformation } from '../ui/messages.ts';
import { pick } from '../ui/picks.ts';
import { keyStoredText, offeredPlaces, runOnExplanation, runOnText } from './networkTexts.ts';

/** Asks where files go from now on. `undefined` if the user cancels, `stepBack` only as one of several steps. */
export async function askForPlace(
  title: SafeText,
  charges: boolean,
  step?: { readonly number: number; readonly of: number },
): Promise<RunOn | typeof stepBack | undefined> {
  const chosen = currentSettings.chosenRunOn();
  const picked = await pick<RunOn | typeof stepBack>(
    {
      title,
      placeHolder:
        chosen === undefined
          ? say('Where should files go from now on?')
          : say('Current: {0}', runOnText(chosen)),
      entries: offeredPlaces(chosen).map((value) => ({
        value,
        label: runOnText(value),
        detail: runOnExplanation(value, charges),
      })),
    },
    { persistent: true, ...(step && { step, back: { value: stepBack, label: say('Back') } }) },
  );
  return picked?.value;
}

/** Explains where files go now that a key is stored. A button can change that. */
export function sayKeyStored({ host }: URL, charges: boolean): void {
  const runOn = currentSettings.runOn();
  const sendsAll = runOn === 'auto' || runOn === 'networkOnly';
  const change = sendsAll
    ? {
        title: say('Prefer This Computer'),
        run: () => changeSetting(ownSettings.runOn, 'localFirst'),
      }
    : openSettingAction(say('Change Setting'), settings.runOn);
  void showInformation(keyStoredText(host, runOn, charges), change);
}
