import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { hasEnded, leaseHolderSchema } from './leaseHolder.ts';

/** The file in a leased folder that names its holder. */
export const leaseFile = 'lease.json';

/** Prefix of every leased folder's name; 16 hexadecimal digits follow. */
export const leasedFolderPrefix = 'fun-';

/** Deletes the folders of dead owners, each after a call of `onWillRemove`. Folders that can't be read or deleted are skipped. */
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
      // It is gone by now, or its owner is about to write the lease.
    }
  }
}

function isLeasedFolder(name: string): boolean {
  return name.startsWith(leasedFolderPrefix) && /^[0-9a-f]{16}$/.test(name.slice(leasedFolderPrefix.length));
}

/** In a shared temporary folder, another user may have planted a folder or link of this name. */
async function isOurs(folder: string): Promise<boolean> {
  const facts = await lstat(folder);
  return facts.isDirectory() && (process.getuid === undefined || facts.uid === process.getuid());
}

async function hasDeadOwner(folder: string): Promise<boolean> {
  const text = await readFile(path.join(folder, leaseFile), 'utf8');
  const holder = leaseHolderSchema.safeParse(JSON.parse(text));
  return holder.success && (await hasEnded(holder.data));
}
