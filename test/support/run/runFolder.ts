import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The environment variable that names the temporary folder of the run that a process belongs to. */
export const runFolderVariable = 'TEST_RUN_FOLDER';

/** A socket's path may have 103 characters on a Mac, where the temporary folder already uses half of them. */
const parent = process.platform === 'darwin' ? '/tmp' : os.tmpdir();

/** The temporary folder of the run that this process belongs to. */
export function runFolder(): string {
  return process.env[runFolderVariable] ?? os.tmpdir();
}

/**
 * Runs `work` with a temporary folder shared only with its child processes. At the end, even if this process is killed,
 * a guard ends leftover processes and removes the folder. A nested call just runs `work`.
 */
export async function inRunFolder(work: () => Promise<void>): Promise<void> {
  if (process.env[runFolderVariable] !== undefined) return work();
  const folder = await mkdtemp(path.join(parent, 'run-'));
  // Some tests run programs as another user, who needs access to folders inside this one.
  await chmod(folder, 0o711);
  const guard = spawn(process.execPath, [path.join(import.meta.dirname, 'guard.ts'), folder], {
    // Detached, so that the terminal's Ctrl+C doesn't end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  for (const name of ['TMPDIR', 'TMP', 'TEMP', runFolderVariable]) process.env[name] = folder;
  try {
    await work();
  } finally {
    guard.stdin.end();
    await once(guard, 'exit');
  }
}
