import { existsSync } from 'node:fs';
import { lchown, readdir } from 'node:fs/promises';
import path from 'node:path';

/** The files that a sandboxed program can access, as real paths. The program doesn't see any other files. */
export interface Sandbox {
  /** The folder of the job, which is the only writable one. */
  readonly folder: string;
  /** A subfolder of the job in which the program starts and stores its own files. */
  readonly home: string;
  /** Read-only files in the job's folder. */
  readonly inputs: readonly string[];
  /** Read-only files and folders of the system and the program. */
  readonly files: readonly string[];
  /** If root starts the program, the user id that it gets instead, because root could change kernel settings. */
  readonly user?: number | undefined;
}

/** The path of a program's executable, with its arguments. */
export interface ProgramCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The data that the program reads from the file descriptor `dataFd`. */
  readonly data?: Buffer | undefined;
}

export const dataFd = 3;

/** The path that programs expect for temporary files, inside the sandbox. */
export const temporaryFolder = '/tmp';

/**
 * The real temporary folder, inside the program's home folder. Its content counts toward the job's limits and is
 * deleted with the job.
 */
export const temporaryName = 'tmp';

/** The id of the user `nobodyUserId` on Linux, who owns no files and has no privileges. */
export const nobodyUserId = 65_534;

/** True if this process runs as root on Linux. Converting programs must never run with root's privileges. */
export function isRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** Returns the user id that sandboxed programs run as, or `undefined` for the current user. */
export function sandboxUser(): number | undefined {
  return isRoot() ? nobodyUserId : undefined;
}

/** Returns arguments for setpriv(1) so that a program can't gain privileges, and runs as the given user, if any. */
export function unprivilegedArguments(user: number | undefined): string[] {
  const identity =
    user === undefined ? [] : ['--reuid', String(user), '--regid', String(user), '--clear-groups'];
  return [...identity, '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
}

/**
 * Transfers a job's folder and its content to a user. Changes the owner of links, not of their targets. The folder
 * itself comes last, so that a process of the new user can't replace its content with links in the meantime.
 */
export async function changeOwner(user: number, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await changeOwner(user, file);
    else await lchown(file, user, user);
  }
  await lchown(folder, user, user);
}

const systemFolders = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];

/**
 * Returns the system's paths for one of its programs. PATH isn't searched, because its folders may contain anybody's
 * files.
 */
export function systemPaths(name: string): string[] {
  return systemFolders.map((folder) => `${folder}/${name}`);
}

/** Returns the first path at which the program exists, or the first path if there is none. */
export function systemProgram(name: string): string {
  const [first = '', ...others] = systemPaths(name);
  return [first, ...others].find((file) => existsSync(file)) ?? first;
}
