import { lchown, readdir } from 'node:fs/promises';
import path from 'node:path';

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
