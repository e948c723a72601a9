import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Disposable } from '../../util/disposable.ts';
import { LeasedFolder } from '../../util/leasedFolder.ts';

/** A private folder that is deleted with its owner. */
interface PictureFolder extends AsyncDisposable {
  readonly path: string;
}

/** One temporary folder for all previews in this window, created on first use and deleted with the window. */
export class PictureFolders implements Disposable {
  readonly #parent: string;
  #root: Promise<LeasedFolder> | undefined;
  #disposed = false;

  constructor(parent: string = os.tmpdir()) {
    this.#parent = parent;
  }

  /** A new folder in it, with a copy of `content`. */
  async make(content?: string): Promise<PictureFolder> {
    const { path: root } = await (this.#root ??= this.#lease());
    const folder = await mkdtemp(path.join(root, 'p-'));
    if (content !== undefined) await cp(content, folder, { recursive: true });
    const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10 });
    // On Windows, a program that is about to end may hold a file; the lease removes the rest.
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
