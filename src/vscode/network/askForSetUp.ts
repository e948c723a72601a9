import { commands } from '../../manifest.ts';
import { say, type Words } from '../text/words.ts';
import { commandAction, showInformation } from '../ui/messages.ts';

/** Says what is missing, with the way to set the network up. */
export async function askForSetUp(message: Words): Promise<void> {
  await showInformation(message, commandAction(say('Set Up Network…'), commands.setUpNetwork));
}
