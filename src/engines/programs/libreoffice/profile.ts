import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addressOf, fileAccessItem } from './fileAccess.ts';
import { registryFile, type RegistrySetting, settingItem } from './registry.ts';

/**
 * A build id that is the same for all versions, so that LibreOffice treats a new profile as one that it has used
 * before.
 */
const buildId = '0';

const settings: readonly RegistrySetting[] = [
  // Most parts of LibreOffice check this setting before they load a picture, a linked document, or a template from
  // elsewhere.
  ['Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true],
  ['Office.Common/Security/Scripting', 'DisableMacrosExecution', true],
  // Macro security "Very high": only content from trusted locations runs, and there are none.
  ['Office.Common/Security/Scripting', 'MacroSecurityLevel', 3],
  // Links are never updated. Each application has its own numbers for the choices.
  ['Office.Writer/Content/Update', 'Link', 0],
  ['Office.Calc/Content/Update', 'Link', 1],
  // All remaining network requests go to a proxy address on which nothing listens.
  ['Inet/Settings', 'ooInetProxyType', 2],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', 9],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', 9],
  ['Setup/Office', 'LastCompatibilityCheckID', buildId],
];

/** A LibreOffice user profile for one job. */
interface Profile {
  /** The arguments that make LibreOffice use the profile. */
  readonly args: readonly string[];
  /** The folder for LibreOffice's output. */
  readonly made: string;
}

/**
 * Creates a user profile in a folder. It trusts nothing and only opens `source`. Each job needs its own profile,
 * because two runs with the same profile share a process, and a document's changes to a profile must not outlive the
 * job.
 */
export async function makeProfile(folder: string, source: string): Promise<Profile> {
  // The folder's name is random, so that a document can't guess it.
  const own = path.join(folder, randomBytes(16).toString('hex'));
  const [profile, made] = [path.join(own, 'profile'), path.join(own, 'made')];
  const temporary = path.join(own, 'temporary');
  const user = path.join(profile, 'user');
  const extensions = path.join(user, 'extensions');
  await Promise.all([made, temporary, extensions].map(async (each) => mkdir(each, { recursive: true })));
  // If the build id differed, LibreOffice would scan its extensions, which the sandbox can't access.
  await writeFile(path.join(extensions, 'buildid'), buildId);
  const temporarySetting: RegistrySetting = ['Office.Common/Path/Current', 'Temp', addressOf(temporary)];
  const items = [...[...settings, temporarySetting].map(settingItem), fileAccessItem([source, own])];
  await writeFile(path.join(user, 'registrymodifications.xcu'), registryFile(items));
  const variables = {
    UserInstallation: addressOf(profile),
    buildid: buildId,
    DISABLE_EXTENSION_SYNCHRONIZATION: 'true',
    // Without this, LibreOffice would back up its settings.
    SecureUserConfig: 'false',
  };
  return { args: Object.entries(variables).map(([name, value]) => `-env:${name}=${value}`), made };
}
