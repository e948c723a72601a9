import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../command.ts';
import { withLock } from '../lock.ts';
import { runFolderVariable } from './runFolder.ts';

/** The package file for this platform. A run builds it once; outside of a run, it is built in `folder`. */
export async function packagedVsix(folder: string): Promise<string> {
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
