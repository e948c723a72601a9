import { spawnSync } from 'node:child_process';

/** Ends a process that leads a group of its own, with everything that it started. One that is gone already is fine. */
export function killGroup(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of that group is left.
  }
}
