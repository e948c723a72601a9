import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Work } from '../work.ts';
import { checkEnd, refused } from './faults.ts';
import { familyOf } from './libreOfficeFormats.ts';
import { namedInput, namedOutput } from './namedFiles.ts';
import { homeOf, runProgram } from './run.ts';

/**
 * What keeps a document from running macros and from loading what it links to: by default LibreOffice fetches
 * pictures from the web, and embeds files of this computer.
 */
const restrictions: readonly (readonly [component: string, name: string, type: string, value: string])[] = [
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'xs:boolean', 'true'],
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'xs:boolean', 'true'],
  ['Common/Security/Scripting', 'MacroSecurityLevel', 'xs:int', '3'],
  ['Inet/Settings', 'ooInetProxyType', 'xs:int', '2'],
  ['Inet/Settings', 'ooInetHTTPProxyName', 'xs:string', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', 'xs:int', '9'],
  ['Inet/Settings', 'ooInetHTTPSProxyName', 'xs:string', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', 'xs:int', '9'],
  ['Inet/Settings', 'ooInetNoProxy', 'xs:string', ''],
];

/** Has LibreOffice convert the file, under a fresh profile that no other job or window uses. @throws ConversionError */
export async function convertWithLibreOffice(work: Work): Promise<void> {
  const family = familyOf(work.from);
  const filter = family?.targets[work.to];
  if (family === undefined || filter === undefined) throw refused(work, '');
  const reader = family.sources[work.from];
  const profile = path.join(homeOf(work), 'profile');
  await mkdir(path.join(profile, 'user'), { recursive: true });
  await writeFile(path.join(profile, 'user/registrymodifications.xcu'), registry());
  const input = await namedInput(work);
  const output = namedOutput(work);
  const args = [
    [`-env:UserInstallation=${pathToFileURL(profile).href}`],
    ['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault', '--nofirststartwizard'],
    reader ? [`--infilter=${reader}`] : [],
    ['--convert-to', `${work.to}:${filter}`, '--outdir', path.dirname(output), input],
  ].flat();
  await checkEnd(work, await runProgram({ work, args }), output);
  await rename(output, work.outputPath);
}

function registry(): string {
  const items = restrictions.map(
    ([component, name, type, value]) =>
      `<item oor:path="/org.openoffice.${component}"><prop oor:name="${name}" oor:op="fuse" oor:type="${type}">` +
      `<value>${value}</value></prop></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('')}</oor:items>
`;
}
