import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A build id that is the same for all versions, so that LibreOffice treats a new profile as one that it has used
 * before.
 */
const buildId = '0';

const profileName = 'profile';

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
  const [profile, made] = [path.join(own, profileName), path.join(own, 'made')];
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

const providers = 'ucb.Configuration/ContentProviders/Local/SecondaryKeys';

/** URL schemes that LibreOffice handles without leaving the program, with their handlers. */
const innerSchemes = {
  private: '',
  'vnd.sun.star.hier': 'com.sun.star.ucb.HierarchyContentProvider',
  'vnd.sun.star.tdoc': 'com.sun.star.ucb.TransientDocumentsContentProvider',
  'vnd.libreoffice.image': 'com.sun.star.ucb.ImageContentProvider',
};

/**
 * Returns a registry item that lets LibreOffice open only these files, and these folders with their content. No other
 * setting restricts the code that loads backgrounds and bullets.
 *
 * LibreOffice compares a URL as the document spells it, before it resolves `%2e%2e/` and the like, and its patterns
 * can't exclude anything. A file is therefore named by its complete path, since nothing is below it, and a folder needs
 * a name that can't be guessed. Schemes that expand to another URL are disabled for the same reason. For example,
 * `vnd.sun.star.expand:$UserInstallation/..` would refer to such a folder without its name.
 */
function fileAccessItem(paths: readonly string[]): string {
  const opened = [
    ...paths.map((path) => [`"${addressOf(path)}"([/?#].*)?`, 'com.sun.star.ucb.FileContentProvider']),
    ...Object.entries(innerSchemes),
  ];
  const all = opened.map(([addresses = '', service = ''], index) => {
    const content = [
      property('ServiceName', service),
      property('URLTemplate', addresses),
      property('Arguments', ''),
    ];
    return replacement(`Provider${index}`, content.join(''));
  });
  return item(providers, replacement('Office', `<node oor:name="ProviderData">${all.join('')}</node>`));
}

/** Returns a file's URL as LibreOffice spells it: the tilde in Windows's short names isn't escaped. */
function addressOf(path: string): string {
  return pathToFileURL(path).href.replaceAll('%7E', '~');
}

/** A value in LibreOffice's registry, with its path and name. */
type RegistrySetting = readonly [node: string, name: string, value: string | number | boolean];

const namespaces =
  'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Returns the content of the file `registrymodifications.xcu`. */
function registryFile(items: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${namespaces}>\n${items.join('\n')}\n</oor:items>\n`;
}

/** Returns an XML item that sets one value. */
function settingItem([node, name, value]: RegistrySetting): string {
  return item(node, property(name, value, 'fuse'));
}

/** Returns an XML item that changes a node's content. */
function item(node: string, content: string): string {
  return `<item oor:path="/org.openoffice.${node}">${content}</item>`;
}

/** Returns an XML node that replaces the node with the same name in a set, including its content. */
function replacement(name: string, content: string): string {
  return `<node oor:name="${name}" oor:op="replace">${content}</node>`;
}

function property(name: string, value: RegistrySetting[2], operation?: 'fuse'): string {
  const changed = operation === undefined ? '' : ` oor:op="${operation}"`;
  const escaped = String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<prop oor:name="${name}"${changed}><value>${escaped}</value></prop>`;
}

/** The folders in which LibreOffice creates its pipes, regardless of the temporary folder (`sal/osl/unx/pipe.cxx`). */
const pipeFolders = ['/tmp', '/var/tmp'];
/** The maximum depth of a LibreOffice profile below the folder of all jobs. */
const maxDepth = 4;
/** The maximum number of folders to visit per level, in case a compromised program has created more. */
const maxFolders = 10_000;

/**
 * Removes the Unix sockets of LibreOffice runs whose profile is inside `folder`. A killed LibreOffice leaves its socket
 * behind, outside the folder.
 */
export function removePipes(folder: string): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  for (const profile of profilesIn(folder)) {
    const name = `OSL_PIPE_${user}_SingleOfficeIPC_${digestOf(profile)}`;
    for (const pipeFolder of pipeFolders) rmSync(path.join(pipeFolder, name), { force: true });
  }
}

function profilesIn(folder: string): string[] {
  const profiles: string[] = [];
  let level = [folder];
  for (let depth = 0; depth < maxDepth; depth += 1) {
    level = level.flatMap(foldersIn).slice(0, maxFolders);
    profiles.push(...level.filter((each) => path.basename(each) === profileName));
  }
  return profiles;
}

/** Returns the subfolders of a folder, or none if the folder is gone or not accessible. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
  } catch {
    return [];
  }
}

/**
 * Returns the hash that LibreOffice computes from the profile's URL. It is hexadecimal, without the leading zero of
 * each byte (`officeipcthread.cxx`).
 */
function digestOf(profile: string): string {
  const address = addressOf(realpathSync(profile)).replaceAll(';', '%3B');
  const digest = createHash('md5').update(Buffer.from(address, 'utf16le')).digest();
  return [...digest].map((byte) => byte.toString(16)).join('');
}
