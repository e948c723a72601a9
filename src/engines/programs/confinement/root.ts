import { lchown, readdir } from 'node:fs/promises';
import path from 'node:path';

/** On Linux, this user owns nothing and has no special rights. */
export const nobody = 65_534;

/** True if this process runs as Linux's root, whose rights no program may have. */
export function isRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** The user that runs sandboxed programs, if it isn't the current one. */
export function sandboxUser(): number | undefined {
  return isRoot() ? nobody : undefined;
}

/** Arguments of setpriv(1): the program can't gain privileges, and runs as the given user, if any. */
export function withoutRights(user: number | undefined): string[] {
  const identity =
    user === undefined ? [] : ['--reuid', String(user), '--regid', String(user), '--clear-groups'];
  return [...identity, '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
}

/**
 * Gives a job's folder, including its content, to a user. Links are given, not their targets. The folder itself comes last, so that
 * nobody with that user's rights can put a link in place of its content before.
 */
export async function giveTo(user: number, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(user, file);
    else await lchown(file, user, user);
  }
  await lchown(folder, user, user);
}
