import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Setting = readonly [node: string, name: string, value: string | number | boolean];

/** Under names of LibreOffice's registry. */
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
];

const fileProvider = 'ucb.Configuration/ContentProviders/Local/SecondaryKeys/Office/ProviderData/Provider2';
const namespaces =
  'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/**
 * Makes a user profile that trusts nothing, and resolves to the arguments that name it. A job needs one to itself: two
 * runs of LibreOffice with the same profile become one, and what a document could change in it is gone with the job.
 */
export async function writeProfile(folder: string, jobFolder: string): Promise<string[]> {
  const user = path.join(folder, 'user');
  await mkdir(user, { recursive: true });
  // Backgrounds and bullets are loaded without asking, so what reads files gets no address but those of the job.
  const reach: Setting = [fileProvider, 'URLTemplate', `"${pathToFileURL(jobFolder).href}/".*`];
  const items = [...settings, reach].map(
    ([node, name, value]) =>
      `<item oor:path="/org.openoffice.${node}"><prop oor:name="${name}" oor:op="fuse"><value>${escaped(value)}</value></prop></item>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${namespaces}>\n${items.join('\n')}\n</oor:items>\n`;
  await writeFile(path.join(user, 'registrymodifications.xcu'), xml);
  const { href } = pathToFileURL(folder);
  // The extensions of all users are in a folder that is out of reach now.
  return [`-env:UserInstallation=${href}`, `-env:UNO_SHARED_PACKAGES_CACHE=${href}/shared`];
}

function escaped(value: Setting[2]): string {
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
