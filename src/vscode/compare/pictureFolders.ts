import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Disposable } from '../../util/disposable.ts';
import { LeasedFolder } from '../../util/lease.ts';

/** A private folder that is deleted when its owner disposes it. */
interface PictureFolder extends AsyncDisposable {
  readonly path: string;
}

/** One temporary folder for all previews in this window. It is created on first use and deleted with the window. */
export class PictureFolders implements Disposable {
  readonly #parent: string;
  #root: Promise<LeasedFolder> | undefined;
  #disposed = false;

  constructor(parent: string = os.tmpdir()) {
    this.#parent = parent;
  }

  /** Creates a subfolder with a copy of the folder `content`. */
  async make(content?: string): Promise<PictureFolder> {
    const { path: root } = await (this.#root ??= this.#lease());
    const folder = await mkdtemp(path.join(root, 'p-'));
    if (content !== undefined) await cp(content, folder, { recursive: true });
    const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10 });
    // On Windows, a program that is about to end may still have a file open. What remains is deleted with the whole
    // temporary folder.
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
