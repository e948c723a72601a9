import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { hasEnded, leaseHolderSchema } from './leaseHolder.ts';

/** The file in a leased folder that says which process holds it. */
export const leaseFile = 'lease.json';

/** What the name of every leased folder begins with; 16 hexadecimal digits follow. */
export const leasedFolderPrefix = 'fun-';

/**
 * Removes the folders whose owners are dead, each after a call of `onWillRemove`. What can't be read or removed stays as it
 * is.
 */
export async function sweepDeadOwners(
  parent: string,
  onWillRemove: (folder: string) => void = () => undefined,
): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!isLeasedFolder(name)) continue;
    const folder = path.join(parent, name);
    try {
      if (!(await isOurs(folder)) || !(await hasDeadOwner(folder))) continue;
      onWillRemove(folder);
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Gone in the meantime, or somebody is about to write its lease.
    }
  }
}

function isLeasedFolder(name: string): boolean {
  return name.startsWith(leasedFolderPrefix) && /^[0-9a-f]{16}$/.test(name.slice(leasedFolderPrefix.length));
}

/** A shared temporary folder may hold a folder or a link of this name that somebody else planted. */
async function isOurs(folder: string): Promise<boolean> {
  const facts = await lstat(folder);
  return facts.isDirectory() && (process.getuid === undefined || facts.uid === process.getuid());
}

async function hasDeadOwner(folder: string): Promise<boolean> {
  const text = await readFile(path.join(folder, leaseFile), 'utf8');
  const holder = leaseHolderSchema.safeParse(JSON.parse(text));
  return holder.success && (await hasEnded(holder.data));
}
