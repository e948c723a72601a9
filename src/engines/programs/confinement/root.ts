import { lchown, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Whoever has this number owns nothing on Linux, and may do nothing that is not anybody's to do. */
export const nobody = 65_534;

/** Whether this process is Linux's root, whose rights no program may have. */
export function isRoot(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0;
}

/** Who a sandboxed program runs as, where that is not whoever starts it. */
export function sandboxUser(): number | undefined {
  return isRoot() ? nobody : undefined;
}

/** Arguments of setpriv(1): the program can gain no rights, and if a user is named, it becomes that user. */
export function withoutRights(user: number | undefined): string[] {
  const identity =
    user === undefined ? [] : ['--reuid', String(user), '--regid', String(user), '--clear-groups'];
  return [...identity, '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
}

/** Gives a folder of a job to a user, with all that is in it. Links stay what they are, and what they lead to is left alone. */
export async function giveTo(user: number, folder: string): Promise<void> {
  await lchown(folder, user, user);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(user, file);
    else await lchown(file, user, user);
  }
}
