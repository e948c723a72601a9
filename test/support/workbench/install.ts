import { mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installVsix } from '../vscode/server.ts';
import { existsSync } from 'node:fs';
import { run } from '../command.ts';
import { withLock } from '../lock.ts';
import { runFolderVariable } from '../run/runFolder.ts';

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

/** The package file for this platform. A run builds it once; outside of a run, it is built in `folder`. */
async function packagedVsix(folder: string): Promise<string> {
  const vsix = path.join(process.env[runFolderVariable] ?? folder, 'extension.vsix');
  await withLock('vsix', async () => {
    if (existsSync(vsix)) return;
    // A failed build must not leave an incomplete file at the package's path.
    const unfinished = `${vsix}.part`;
    await run('node', ['esbuild.mjs', '--package', '--out', unfinished]);
    await rename(unfinished, vsix);
  });
  return vsix;
}
