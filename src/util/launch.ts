import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';

/** Starts a process with less access to the computer. */
export interface Launch {
  /** A launcher program and its arguments. The actual command follows them. */
  readonly through: readonly string[];
  /** The id of the user that runs the process and must own its files, if it isn't the current user. */
  readonly user?: number;
}

/** The command to start, with the launcher in front of it. */
export function launchCommand(
  launch: Launch | undefined,
  program: string,
  args: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  const [first = program, ...others] = [...(launch?.through ?? []), program, ...args];
  return { program: first, args: others };
}

/**
 * The absolute path of `taskkill`. For a bare name, Windows would search the current folder first, and anyone may have
 * put a program there.
 */
export function taskkill(env: NodeJS.ProcessEnv): string {
  return win32.join(env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'taskkill.exe');
}

/** Kills the leader of a process group and everything that it started. Does nothing if the group has ended. */
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
    // The group has already ended.
  }
}
