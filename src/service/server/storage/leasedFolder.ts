import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../../util/disposable.ts';
import { leaseFile, leasedFolderPrefix, ownLease } from './lease.ts';
import { sweepDeadOwners } from './sweep.ts';

/** A private folder that belongs to this process; disposing it removes it with all that is in it. */
export class LeasedFolder implements Disposable {
  readonly path: string;
  readonly #onWillRemove: ((folder: string) => void) | undefined;

  /**
   * Makes the folder inside `parent`, and clears away what dead processes left there. `onWillRemove` is called for each
   * folder that is about to go: it may have left something outside.
   */
  constructor(parent: string, onWillRemove?: (folder: string) => void) {
    this.#onWillRemove = onWillRemove;
    mkdirSync(parent, { recursive: true });
    sweepDeadOwners(parent, onWillRemove);
    this.path = path.join(parent, leasedFolderPrefix + randomBytes(8).toString('hex'));
    mkdirSync(this.path, { mode: 0o700 });
    writeFileSync(path.join(this.path, leaseFile), JSON.stringify(ownLease()), { mode: 0o600 });
  }

  dispose(): void {
    this.#onWillRemove?.(this.path);
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
