import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Disposable } from '../../util/disposable.ts';
import { LeasedFolder } from '../../util/leasedFolder.ts';

/** A private folder that goes with what it is for. */
export interface PictureFolder extends AsyncDisposable {
  readonly path: string;
}

/** One temporary folder for all that is looked at in this window: made on first use, and gone with the window. */
export class PictureFolders implements Disposable {
  readonly #parent: string;
  #root: Promise<LeasedFolder> | undefined;
  #disposed = false;

  constructor(parent: string = os.tmpdir()) {
    this.#parent = parent;
  }

  /** A folder in it; `content` is copied there. */
  async make(content?: string): Promise<PictureFolder> {
    const { path: root } = await (this.#root ??= this.#lease());
    const folder = await mkdtemp(path.join(root, 'p-'));
    if (content !== undefined) await cp(content, folder, { recursive: true });
    const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10 });
    // A program that is about to end may hold a file on Windows; the lease removes what is left.
    return { path: folder, [Symbol.asyncDispose]: () => remove().catch(() => undefined) };
  }

  dispose(): void {
    this.#disposed = true;
    void this.#root?.then((folder) => folder.dispose());
  }

  async #lease(): Promise<LeasedFolder> {
    const folder = await LeasedFolder.create(this.#parent);
    if (this.#disposed) folder.dispose();
    return folder;
  }
}
