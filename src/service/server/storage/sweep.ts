import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { leasedFolderPrefix, leaseFile, leaseSchema, ownerIsDead } from './lease.ts';

/** Removes the folders whose owners are dead, each after a call of `onWillRemove`. What can't be read or removed stays as it is. */
export function sweepDeadOwners(
  parent: string,
  onWillRemove: (folder: string) => void = () => undefined,
): void {
  for (const name of readdirSync(parent)) {
    if (!isLeasedFolder(name)) continue;
    const folder = path.join(parent, name);
    try {
      if (!isOurs(folder) || !hasDeadOwner(folder)) continue;
      onWillRemove(folder);
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Gone in the meantime, or somebody is about to write its lease.
    }
  }
}

function isLeasedFolder(name: string): boolean {
  return name.startsWith(leasedFolderPrefix) && /^[0-9a-f]{16}$/.test(name.slice(leasedFolderPrefix.length));
}

/** A shared temporary folder may hold a folder or a link of this name that somebody else planted. */
function isOurs(folder: string): boolean {
  const facts = lstatSync(folder);
  return facts.isDirectory() && (process.getuid === undefined || facts.uid === process.getuid());
}

function hasDeadOwner(folder: string): boolean {
  const lease = leaseSchema.safeParse(JSON.parse(readFileSync(path.join(folder, leaseFile), 'utf8')));
  return lease.success && ownerIsDead(lease.data);
}
