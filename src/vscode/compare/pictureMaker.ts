import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../jobs/files/fileStore.ts';
import { retryWhileBusy } from '../../util/systemCode.ts';
import { copyToDisk } from './localCopy.ts';
import type { PictureFolders } from './pictureFolders.ts';

/** Facts about a file once its preview exists. */
export interface PreviewFacts {
  readonly format: string;
  /** Size of the image itself, in pixels. */
  readonly width: number;
  readonly height: number;
  /** It is very large, and the picture has fewer pixels. */
  readonly isReduced?: boolean | undefined;
  readonly pages?: number | undefined;
  /** Number of frames of an animation, of which the preview shows the first. */
  readonly frames?: number | undefined;
}

/** Makes a preview on this computer, without a job, an upload, or a charge. */
export interface Previewer {
  /**
   * Both paths are in a folder of their own.
   * @throws CodedError, or the signal's reason
   */
  preview(
    request: {
      readonly inputPath: string;
      readonly outputPath: string;
      readonly fileName: string;
      readonly page: number;
      readonly mayRunPrograms: boolean;
    },
    signal: AbortSignal,
  ): Promise<PreviewFacts>;
}

/** A file to show. */
export interface LookedAt {
  readonly uri: string;
  /** Its original name, even if a copy has another one. */
  readonly name: string;
  /** True if a program of the user's may read it, as the user requested. */
  readonly mayRunPrograms: boolean;
}

/** A PNG of a file, or of a page of it. */
export interface ComparedPicture extends PreviewFacts {
  /** The name of the PNG in its folder. */
  readonly file: string;
  /** Size of the file itself. */
  readonly sizeBytes: number;
}

/** Makes pictures of files in any file system, each from a copy under our own name. */
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
   * Adds a picture of a page, counted from 1, to the folder.
   * @throws CodedError, or the signal's reason
   */
  async make(
    { uri, name, mayRunPrograms }: LookedAt,
    page: number,
    folderPath: string,
    signal: AbortSignal,
  ): Promise<ComparedPicture> {
    await using folder = await this.#folders.make();
    const inputPath = path.join(folder.path, 'input');
    const outputPath = path.join(folder.path, 'picture.png');
    const { sizeBytes } = await copyToDisk(this.#files, uri, inputPath, signal);
    const request = { inputPath, outputPath, fileName: name, page, mayRunPrograms };
    const shown = await this.#previewer.preview(request, signal);
    const file = `${randomUUID()}.png`;
    await retryWhileBusy(() => rename(outputPath, path.join(folderPath, file)));
    return { ...shown, file, sizeBytes };
  }
}
