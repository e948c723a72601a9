import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from './disposable.ts';
import { ownLeaseHolder } from './leaseHolder.ts';
import { leasedFolderPrefix, leaseFile, sweepDeadOwners } from './sweepLeasedFolders.ts';

/** A private folder that belongs to this process; disposing it removes it with all that is in it. */
export class LeasedFolder implements Disposable {
  readonly path: string;
  readonly #onWillRemove: ((folder: string) => void) | undefined;

  private constructor(folder: string, onWillRemove?: (folder: string) => void) {
    this.path = folder;
    this.#onWillRemove = onWillRemove;
  }

  /**
   * Makes the folder inside `parent`, and clears away what dead processes left there. `onWillRemove` is called for each
   * folder that is about to go: it may have left something outside.
   */
  static async create(parent: string, onWillRemove?: (folder: string) => void): Promise<LeasedFolder> {
    await mkdir(parent, { recursive: true });
    await sweepDeadOwners(parent, onWillRemove);
    const lease = JSON.stringify(await ownLeaseHolder());
    const folder = path.join(parent, leasedFolderPrefix + randomBytes(8).toString('hex'));
    await mkdir(folder, { mode: 0o700 });
    await writeFile(path.join(folder, leaseFile), lease, { mode: 0o600 });
    return new LeasedFolder(folder, onWillRemove);
  }

  dispose(): void {
    this.#onWillRemove?.(this.path);
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
