import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PackageName, vsixOf } from '../run/vsix.ts';
import { installVsix } from '../vscode/server.ts';

/**
 * Makes a package in `folder` and installs it; returns the folder of the extensions, which is outside the clone, whose
 * node_modules would stand in for what the VSIX lacks.
 */
export async function install(name: PackageName, folder: string): Promise<string> {
  const vsix = await vsixOf(name, folder);
  const extensionsDir = await mkdtemp(path.join(tmpdir(), `${name}-extensions-`));
  await installVsix(vsix, { userDataDir: path.join(folder, 'installer'), extensionsDir });
  return extensionsDir;
}
