import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../command.ts';
import { withLock } from '../lock.ts';
import { runFolderVariable } from './runFolder.ts';

/** Which package: the one for this platform, or the one for any. */
export type PackageName = 'native' | 'universal';

/** The file of a package, which all levels of a run make but once; outside of a run it is made in `folder`. */
export async function vsixOf(name: PackageName, folder: string): Promise<string> {
  const vsix = path.join(process.env[runFolderVariable] ?? folder, `${name}.vsix`);
  await withLock(`${name}-vsix`, async () => {
    if (existsSync(vsix)) return;
    const target = name === 'universal' ? ['--target', name] : [];
    // What is left of a build that failed is no package.
    const unfinished = `${vsix}.part`;
    await run('node', ['esbuild.mjs', '--package', ...target, '--out', unfinished]);
    await rename(unfinished, vsix);
  });
  return vsix;
}
