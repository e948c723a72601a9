import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addressOf, onlyReach } from './reach.ts';
import { registryFile, type Setting, settingItem } from './registry.ts';

/** What every build is told that it is, so that it takes a profile that is new for one that it has started with before. */
const buildId = '0';

const settings: readonly Setting[] = [
  // What most parts ask before they load a picture, a linked document or a template from elsewhere.
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
  // "Very high": only what comes from trusted places, of which there are none.
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  // Links are never brought up to date; each part counts its choices in an order of its own.
  ['Office.Writer/Content/Update', 'Link', 0],
  ['Office.Calc/Content/Update', 'Link', 1],
  // Whatever asks for the network all the same asks a proxy that nobody is at.
  ['Inet/Settings', 'ooInetProxyType', 2],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', 9],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', 9],
  ['Setup/Office', 'LastCompatibilityCheckID', buildId],
];

/** A profile of LibreOffice's for one job. */
export interface Profile {
  /** The arguments that have LibreOffice use it. */
  readonly args: readonly string[];
  /** A folder for what LibreOffice makes. */
  readonly made: string;
}

/**
 * Makes a user profile in a folder, which trusts nothing and opens no file but `source`. A job needs one to itself: two
 * runs of LibreOffice with the same profile become one, and what a document could change in it is gone with the job.
 */
export async function makeProfile(folder: string, source: string): Promise<Profile> {
  // No document can know its name.
  const own = path.join(folder, randomBytes(16).toString('hex'));
  const [profile, made] = [path.join(own, 'profile'), path.join(own, 'made')];
  const temporary = path.join(own, 'temporary');
  const user = path.join(profile, 'user');
  const extensions = path.join(user, 'extensions');
  await Promise.all([made, temporary, extensions].map(async (each) => mkdir(each, { recursive: true })));
  // A build that finds another's name here would look through its extensions, which are out of reach.
  await writeFile(path.join(extensions, 'buildid'), buildId);
  const temporarySetting: Setting = ['Office.Common/Path/Current', 'Temp', addressOf(temporary)];
  const items = [...[...settings, temporarySetting].map(settingItem), onlyReach([source, own])];
  await writeFile(path.join(user, 'registrymodifications.xcu'), registryFile(items));
  const variables = {
    UserInstallation: addressOf(profile),
    buildid: buildId,
    DISABLE_EXTENSION_SYNCHRONIZATION: 'true',
    // Else it keeps copies of its settings, for the next time.
    SecureUserConfig: 'false',
  };
  return { args: Object.entries(variables).map(([name, value]) => `-env:${name}=${value}`), made };
}
