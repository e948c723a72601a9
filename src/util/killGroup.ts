import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';

/** An absolute path: Windows would search the current folder first for a bare name, and anyone may have put a program there. */
export function taskkill(env: NodeJS.ProcessEnv): string {
  return win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'taskkill.exe');
}

/** Ends a process group leader and everything that it started. It may be gone already. */
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
    // The group is gone.
  }
}
