import { findOnPath } from '../command.ts';
import { installPackages } from '../systemPackages.ts';
import { ensureCodeServer, isCodeServerInstalled } from '../vscode/codeServer.ts';
import { type LevelName, levels, missingPackages } from './levels.ts';

/**
 * The levels that can't run on this machine, with reasons. If `CI` is true, missing packages are no reason to skip: the
 * run ends immediately.
 */
export function skippedLevels(names: readonly LevelName[]): ReadonlyMap<LevelName, string> {
  const skipped = new Map<LevelName, string>();
  for (const name of names) {
    const missing = process.platform === 'linux' && !canInstall() ? missingPackages([name]) : [];
    if (levels[name].linuxOnly && process.platform !== 'linux') skipped.set(name, 'runs on Linux only');
    else if (missing.length > 0) skipped.set(name, `needs these packages: ${missing.join(' ')}`);
    if (missing.length > 0 && process.env['CI'] === 'true') {
      console.error(`Install these packages first: ${missing.join(' ')}`);
      process.exit(1);
    }
  }
  return skipped;
}

/** Prints the missing requirements of these levels, and installs them. */
export async function installFor(names: readonly LevelName[]): Promise<void> {
  const packages = process.platform === 'linux' ? missingPackages(names) : [];
  const needsServer = names.some((name) => levels[name].usesVsCode) && process.platform === 'linux';
  const installsServer = needsServer && !(await isCodeServerInstalled());
  if (packages.length > 0)
    console.log(`This run installs these Debian packages first: ${packages.join(' ')}`);
  if (installsServer)
    console.log('This run builds the VS Code server first, which takes two to four minutes, once.');
  if (packages.length > 0) await installPackages(packages);
  if (installsServer) await ensureCodeServer();
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;
}
