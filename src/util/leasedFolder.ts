import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from './disposable.ts';
import { ownLeaseHolder } from './leaseHolder.ts';
import { leasedFolderPrefix, leaseFile, sweepDeadOwners } from './sweepLeasedFolders.ts';

/** A private folder of this process; disposing it deletes the folder. */
export class LeasedFolder implements Disposable {
  readonly path: string;
  readonly #onWillRemove: ((folder: string) => void) | undefined;

  private constructor(folder: string, onWillRemove?: (folder: string) => void) {
    this.path = folder;
    this.#onWillRemove = onWillRemove;
  }

  /**
   * Creates the folder in `parent`, and deletes the folders that dead processes left there. `onWillRemove` is called
   * before each deletion, for cleanup elsewhere.
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
