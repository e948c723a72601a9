import { findOnPath } from '../command.ts';
import { installPackages } from '../systemPackages.ts';
import { ensureCodeServer, isCodeServerInstalled } from '../vscode/codeServer.ts';
import { levels } from './levels.ts';
import type { Task } from './tasks.ts';

/**
 * The tasks that this machine can run, and a line about the others if there are any. If `CI` is true, missing packages
 * end the run immediately.
 */
export function runnableTasks(tasks: readonly Task[]): {
  tasks: readonly Task[];
  skipped: readonly string[];
} {
  const isLinux = process.platform === 'linux';
  const missing = isLinux && !canInstall() ? missingPackages(tasks) : [];
  if (missing.length > 0 && process.env['CI'] === 'true') {
    console.error(`Install these packages first: ${missing.join(' ')}`);
    process.exit(1);
  }
  const isRunnable = (task: Task): boolean => {
    return isLinux ? canInstall() || missingPackages([task]).length === 0 : !levels[task.level].linuxOnly;
  };
  const others = new Set(tasks.filter((task) => !isRunnable(task)).map(({ level }) => `test:${level}`));
  const reason = isLinux ? `install ${missing.join(' ')} to run them` : 'they run on Linux only';
  const skipped = others.size > 0 ? [`${[...others].join(', ')} (${reason})`] : [];
  return { tasks: tasks.filter(isRunnable), skipped };
}

/** Prints the missing requirements of these tasks, and installs them. */
export async function installFor(tasks: readonly Task[]): Promise<void> {
  if (process.platform !== 'linux') return;
  const packages = missingPackages(tasks);
  const needsServer = tasks.some(({ level }) => levels[level].usesVsCode);
  const installsServer = needsServer && !(await isCodeServerInstalled());
  if (packages.length > 0)
    console.log(`This run installs these Debian packages first: ${packages.join(' ')}`);
  if (installsServer)
    console.log('This run builds the VS Code server first, which takes two to four minutes, once.');
  if (packages.length > 0) await installPackages(packages);
  if (installsServer) await ensureCodeServer();
}

/** The missing requirements of these tasks, by the names of Debian's packages. */
function missingPackages(tasks: readonly Task[]): string[] {
  const needs = tasks.flatMap(({ level, isSweep }) => [
    ...levels[level].needs,
    ...(isSweep ? levels[level].sweepNeeds : []),
  ]);
  const missing = [...new Set(needs)].filter((need) => !need.isMet());
  return [...new Set(missing.map(({ debianPackage }) => debianPackage))];
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && findOnPath('apt-get') !== undefined;
}
