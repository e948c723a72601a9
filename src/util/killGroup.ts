import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';

/** By its whole path: Windows would look for a bare name in the current folder first, which may be anybody's. */
export function taskkill(env: NodeJS.ProcessEnv): string {
  return win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'taskkill.exe');
}

/** Ends a process that leads a group of its own, with everything that it started. One that is gone already is fine. */
export function killGroup(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync(taskkill(process.env), ['/pid', String(pid), '/T', '/F'], {
      stdio: 'ignore',
      windowsHide: true,
    });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of that group is left.
  }
}
