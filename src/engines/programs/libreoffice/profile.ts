import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addressOf, fileAccessItem } from './fileAccess.ts';
import { registryFile, type RegistrySetting, settingItem } from './registry.ts';

/** The build id that every build is given, so that it treats a new profile as one that it has used before. */
const buildId = '0';

const settings: readonly RegistrySetting[] = [
  // The setting that most parts check before loading a picture, a linked document, or a template from elsewhere.
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
  // "Very high": only content from trusted locations, of which there are none.
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  // Links are never updated; each part numbers its choices differently.
  ['Office.Writer/Content/Update', 'Link', 0],
  ['Office.Calc/Content/Update', 'Link', 1],
  // Remaining network requests go to a proxy where nothing listens.
  ['Inet/Settings', 'ooInetProxyType', 2],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', 9],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', 9],
  ['Setup/Office', 'LastCompatibilityCheckID', buildId],
];

/** A LibreOffice profile for one job. */
interface Profile {
  /** The arguments that select the profile. */
  readonly args: readonly string[];
  /** A folder for LibreOffice's output. */
  readonly made: string;
}

/**
 * Creates a user profile in a folder. It trusts nothing, and opens no file but `source`. Each job needs its own: two
 * runs with the same profile become one process, and a document's changes to the profile must end with the job.
 */
export async function makeProfile(folder: string, source: string): Promise<Profile> {
  // No document can guess its name.
  const own = path.join(folder, randomBytes(16).toString('hex'));
  const [profile, made] = [path.join(own, 'profile'), path.join(own, 'made')];
  const temporary = path.join(own, 'temporary');
  const user = path.join(profile, 'user');
  const extensions = path.join(user, 'extensions');
  await Promise.all([made, temporary, extensions].map(async (each) => mkdir(each, { recursive: true })));
  // With a different build's id here, LibreOffice would scan its extensions, which aren't accessible.
  await writeFile(path.join(extensions, 'buildid'), buildId);
  const temporarySetting: RegistrySetting = ['Office.Common/Path/Current', 'Temp', addressOf(temporary)];
  const items = [...[...settings, temporarySetting].map(settingItem), fileAccessItem([source, own])];
  await writeFile(path.join(user, 'registrymodifications.xcu'), registryFile(items));
  const variables = {
    UserInstallation: addressOf(profile),
    buildid: buildId,
    DISABLE_EXTENSION_SYNCHRONIZATION: 'true',
    // Otherwise, it backs up its settings.
    SecureUserConfig: 'false',
  };
  return { args: Object.entries(variables).map(([name, value]) => `-env:${name}=${value}`), made };
}
