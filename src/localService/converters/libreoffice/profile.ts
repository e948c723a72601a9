import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** `[path of the node, property, value]`, under names of LibreOffice's registry. */
const settings = [
  // Nothing outside the file is loaded: a picture, a linked document or a template of another address or path.
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
] as const;

const namespaces =
  'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/**
 * Makes a user profile that trusts nothing. A job needs one to itself: two runs of LibreOffice with the same profile
 * become one, and what a document could change in it is gone with the job.
 */
export async function writeProfile(folder: string): Promise<void> {
  const user = path.join(folder, 'user');
  await mkdir(user, { recursive: true });
  const items = settings.map(
    ([node, name, value]) =>
      `<item oor:path="/org.openoffice.${node}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${namespaces}>\n${items.join('\n')}\n</oor:items>\n`;
  await writeFile(path.join(user, 'registrymodifications.xcu'), xml);
}
