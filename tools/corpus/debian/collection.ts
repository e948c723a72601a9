import { globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { run, toolEnv } from '../../../test/support/command.ts';
import { cache } from '../../../test/support/paths.ts';
import { corpusPackages } from './packages.ts';

/** The folder that keeps packages between runs. */
const packagesFolder = path.join(cache, 'debian');

/** Runs as the current user, because apt's own user may not write here. */
const quietly = ['-qq', '-o', 'APT::Sandbox::User=root', '-o', 'DPkg::Lock::Timeout=300'];

/**
 * Unpacks the packages of the collection, each into a folder with its name below this one. Missing packages are
 * downloaded; none is installed.
 * @throws Error if apt can't download one
 */
export async function unpackCollection(folder: string): Promise<void> {
  await downloadMissing();
  mkdirSync(folder, { recursive: true });
  for (const name of corpusPackages) {
    const file = packageFile(name) ?? `${name} doesn’t exist.`;
    await run('dpkg', ['-x', path.join(packagesFolder, file), path.join(folder, name)]);
  }
}

async function downloadMissing(): Promise<void> {
  const missing = corpusPackages.filter((name) => packageFile(name) === undefined);
  if (missing.length === 0) return;
  mkdirSync(packagesFolder, { recursive: true });
  const options = { cwd: packagesFolder, env: toolEnv() };
  const download = async (): Promise<void> => run('apt-get', [...quietly, 'download', ...missing], options);
  try {
    await download();
  } catch {
    // The package lists may be missing or outdated.
    await run('apt-get', [...quietly, 'update'], options);
    await download();
  }
}

function packageFile(name: string): string | undefined {
  return globSync(`${name}_*.deb`, { cwd: packagesFolder })[0];
}
