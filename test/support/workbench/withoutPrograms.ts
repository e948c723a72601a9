import { programIds } from '../../../src/engines/programs/programs.ts';
import { settings, settingsSection } from '../../../src/manifest.ts';

/** Machine settings with which none of the user's programs is found, whatever is installed. */
export const withoutPrograms: Readonly<Record<string, string>> = Object.fromEntries(
  programIds.map((id) => [`${settingsSection}.${settings[id]}`, '/nowhere']),
);
