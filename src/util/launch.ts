import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';

/** A way to start a process with less access to the computer. */
export interface Launch {
  /** A program and its first arguments, which runs the command that follows. */
  readonly through: readonly string[];
  /** The user that runs the process and must own its files, if it isn't the current one. */
  readonly user?: number;
}

/** The actual command to start. */
export function launched(
  launch: Launch | undefined,
  program: string,
  args: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  const [first = program, ...others] = [...(launch?.through ?? []), program, ...args];
  return { program: first, args: others };
}

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
