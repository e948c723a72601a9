import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packagedVsix } from '../run/vsix.ts';
import { installVsix } from '../vscode/server.ts';

/**
 * Builds the package in `folder` and installs it. Returns the extensions' folder, which is outside the clone, because
 * the clone's node_modules could hide files that the VSIX lacks.
 */
export async function install(folder: string): Promise<string> {
  const vsix = await packagedVsix(folder);
  const extensionsDir = await mkdtemp(path.join(tmpdir(), 'extensions-'));
  await installVsix(vsix, { userDataDir: path.join(folder, 'installer'), extensionsDir });
  return extensionsDir;
}
