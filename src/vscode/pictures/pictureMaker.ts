import { randomUUID } from 'node:crypto';
import { rename, rm, cp, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import os from 'node:os';
import type { FileStore } from '../../jobs/core/fileStore.ts';
import type { PartConversion } from '../localService/localService.ts';
import { retryWhileBusy } from '../../util/files.ts';
import { copyToDisk } from '../files/fileCopies.ts';
import type { Disposable } from '../../util/disposable.ts';
import { LeasedFolder } from '../../util/lease.ts';

/** Facts about a file that are known once its preview has been made. */
interface PreviewFacts {
  readonly format: string;
  /** Size of the image, not of the preview, in pixels. */
  readonly width: number;
  readonly height: number;
  /** True if the image is very large, and the preview has fewer pixels. */
  readonly isReduced?: boolean | undefined;
  readonly pages?: number | undefined;
  /** Number of frames of an animation. The preview shows the first. */
  readonly frames?: number | undefined;
  /** The size of the encoded part in bytes, if the preview shows one. */
  readonly encodedBytes?: number | undefined;
}

/** Makes previews on this computer, without a job, an upload, or a charge. */
export interface Previewer {
  /**
   * Makes a preview. The folder of both paths must be used only for this.
   * @throws CodedError, or the signal's reason
   */
  preview(
    request: {
      readonly inputPath: string;
      readonly outputPath: string;
      readonly fileName: string;
      readonly page: number;
      readonly mayRunPrograms: boolean;
      readonly part?: PartConversion;
    },
    signal: AbortSignal,
  ): Promise<PreviewFacts>;
}

export interface FileToShow {
  readonly uri: string;
  /** The file's original name, because a copy may have another one. */
  readonly name: string;
  /** True if one of the user's programs may read the file, because the user asked for that. */
  readonly mayRunPrograms: boolean;
}

/** A PNG of a file, or of one of its pages. */
export interface ComparedPicture extends PreviewFacts {
  /** The name of the PNG in its folder. */
  readonly file: string;
  /** Size of the source file in bytes. */
  readonly sizeBytes: number;
}

/** The name of a file's copy in its folder. */
export const copyName = 'input';

/** Makes pictures of files in any file system. Copies each file first, under a fixed name. */
export class PictureMaker {
  readonly #files: FileStore;
  readonly #folders: PictureFolders;
  readonly #previewer: Previewer;

  constructor(files: FileStore, folders: PictureFolders, previewer: Previewer) {
    this.#files = files;
    this.#folders = folders;
    this.#previewer = previewer;
  }

  /**
   * Adds a picture of a page to the folder, and deletes it when the signal aborts. The first page is 1.
   * @throws CodedError, or the signal's reason
   */
  async make(
    { uri, name, mayRunPrograms }: FileToShow,
    page: number,
    folderPath: string,
    signal: AbortSignal,
  ): Promise<ComparedPicture> {
    await using folder = await this.#folders.make();
    return await this.makeIn(folder.path, { uri, name, mayRunPrograms }, page, folderPath, signal);
  }

  /** Like `make`, but the copy of the file stays in `copies`, under the name `copyName`. */
  async makeIn(
    copyFolder: string,
    { uri, name, mayRunPrograms }: FileToShow,
    page: number,
    folderPath: string,
    signal: AbortSignal,
  ): Promise<ComparedPicture> {
    const inputPath = path.join(copyFolder, copyName);
    const outputPath = path.join(copyFolder, 'picture.png');
    const { sizeBytes } = await copyToDisk(this.#files, uri, inputPath, signal);
    const request = { inputPath, outputPath, fileName: name, page, mayRunPrograms };
    const shown = await this.#previewer.preview(request, signal);
    const file = await moveToTab(outputPath, folderPath);
    const remove = (): void => void rm(path.join(folderPath, file), { force: true }).catch(() => undefined);
    signal.addEventListener('abort', remove, { once: true });
    if (signal.aborted) remove();
    return { ...shown, file, sizeBytes };
  }
}

/** Moves a picture into a tab's folder, and returns its new name. */
export async function moveToTab(file: string, folder: string): Promise<string> {
  const name = `${randomUUID()}.png`;
  await retryWhileBusy(() => rename(file, path.join(folder, name)));
  return name;
}

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
