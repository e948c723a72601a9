import { programIds } from '../../../src/engines/programs/programs.ts';
import { settings, settingsSection } from '../../../src/manifest.ts';

/** Settings of the machine with which no program of the user's is found, whatever is installed. */
export const withoutPrograms: Readonly<Record<string, string>> = Object.fromEntries(
  programIds.map((id) => [`${settingsSection}.${settings[id]}`, '/nowhere']),
);
