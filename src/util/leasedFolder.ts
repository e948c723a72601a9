import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from './disposable.ts';
import { hasEnded, leaseHolderSchema, ownLeaseHolder } from './leaseHolder.ts';

/** A private folder of this process. Disposing it deletes the folder. */
export class LeasedFolder implements Disposable {
  readonly path: string;
  readonly #onWillRemove: ((folder: string) => void) | undefined;

  private constructor(folder: string, onWillRemove?: (folder: string) => void) {
    this.path = folder;
    this.#onWillRemove = onWillRemove;
  }

  /**
   * Creates the folder in `parent`, and deletes folders that dead processes left there. Calls `onWillRemove` before
   * each deletion, to clean up elsewhere. A dot before the name hides a folder among the user's files.
   */
  static async create(
    parent: string,
    onWillRemove?: (folder: string) => void,
    before: '' | '.' = '',
  ): Promise<LeasedFolder> {
    await mkdir(parent, { recursive: true });
    await sweepDeadOwners(parent, onWillRemove);
    const lease = JSON.stringify(await ownLeaseHolder());
    const folder = path.join(parent, before + leasedFolderPrefix + randomBytes(8).toString('hex'));
    await mkdir(folder, { mode: 0o700 });
    await writeFile(path.join(folder, leaseFile), lease, { mode: 0o600 });
    return new LeasedFolder(folder, onWillRemove);
  }

  dispose(): void {
    this.#onWillRemove?.(this.path);
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The file in a leased folder that names its holder. */
const leaseFile = 'lease.json';

/** Start of every leased folder's name, possibly after a dot. 16 hexadecimal digits follow it. */
export const leasedFolderPrefix = 'fun-';

/**
 * Deletes the folders of dead owners. Calls `onWillRemove` before each deletion. Skips folders that can't be read or
 * deleted.
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
      // The folder has been deleted, or its owner is about to write the lease.
    }
  }
}

function isLeasedFolder(name: string): boolean {
  const plain = name.replace(/^\./, '');
  return (
    plain.startsWith(leasedFolderPrefix) && /^[0-9a-f]{16}$/.test(plain.slice(leasedFolderPrefix.length))
  );
}

/**
 * True if the folder belongs to this user. In a shared temporary folder, another user may have created a folder or link
 * with this name.
 */
async function isOurs(folder: string): Promise<boolean> {
  const facts = await lstat(folder);
  return facts.isDirectory() && (process.getuid === undefined || facts.uid === process.getuid());
}

async function hasDeadOwner(folder: string): Promise<boolean> {
  const text = await readFile(path.join(folder, leaseFile), 'utf8');
  const holder = leaseHolderSchema.safeParse(JSON.parse(text));
  return holder.success && (await hasEnded(holder.data));
}
