import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';
import { ownValue } from './ownValue.ts';

/**
 * Variables that a child process needs to find programs, folders, and fonts, and to choose a language. It gets no
 * others from the extension host.
 */
const passed = [
  'PATH',
  'PATHEXT',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramData',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
];

/**
 * The environment of the local service and its workers: a few of the host's variables, and one that makes an Electron
 * binary run as Node.
 */
export function childEnvironment(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = passed.map((name) => [name, ownValue(all, name)]).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

/**
 * Makes glibc use large memory pages. LibreOffice then starts with 18,000 page faults instead of 300,000, in two thirds
 * of the time. Other C libraries ignore the variable.
 */
export const inLargePages: NodeJS.ProcessEnv =
  process.platform === 'linux'
    ? { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.top_pad=2097152' }
    : {};

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
