import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The environment variable that names the temporary folder of the run that a process belongs to. */
export const runFolderVariable = 'TEST_RUN_FOLDER';

/** A socket's path has room for 103 characters on a Mac, whose own temporary folder takes half of them. */
const parent = process.platform === 'darwin' ? '/tmp' : os.tmpdir();

/** The temporary folder of the run that this process belongs to. */
export function runFolder(): string {
  return process.env[runFolderVariable] ?? os.tmpdir();
}

/**
 * Does `work` with a temporary folder that it shares with all that it starts and with nobody else. When it has ended,
 * or this process has, be it killed, a guard ends what still runs and removes the folder. Within such a run it is just
 * `work`.
 */
export async function inRunFolder(work: () => Promise<void>): Promise<void> {
  if (process.env[runFolderVariable] !== undefined) return work();
  const folder = await mkdtemp(path.join(parent, 'run-'));
  // Some tests run programs as another user, who has folders of his own in it.
  await chmod(folder, 0o711);
  const guard = spawn(process.execPath, [path.join(import.meta.dirname, 'guard.ts'), folder], {
    // Out of reach of the terminal's Ctrl+C.
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
