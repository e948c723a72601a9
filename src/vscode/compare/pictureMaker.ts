import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../jobs/files/fileStore.ts';
import type { Trial } from '../localService/localService.ts';
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
  /** Size of the encoded part, for a trial. */
  readonly encodedBytes?: number | undefined;
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
      readonly trial?: Trial;
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

/** The name of a copied file in its folder. */
export const copyName = 'input';

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
    return await this.makeIn(folder.path, { uri, name, mayRunPrograms }, page, folderPath, signal);
  }

  /** The same with a copy of the file that stays in a folder, as `copyName`. */
  async makeIn(
    copyFolder: string,
    { uri, name, mayRunPrograms }: LookedAt,
    page: number,
    folderPath: string,
    signal: AbortSignal,
  ): Promise<ComparedPicture> {
    const inputPath = path.join(copyFolder, copyName);
    const outputPath = path.join(copyFolder, 'picture.png');
    const { sizeBytes } = await copyToDisk(this.#files, uri, inputPath, signal);
    const request = { inputPath, outputPath, fileName: name, page, mayRunPrograms };
    const shown = await this.#previewer.preview(request, signal);
    return { ...shown, file: await moveToTab(outputPath, folderPath), sizeBytes };
  }
}

/** Moves a picture into a tab's folder, and returns its new name. */
export async function moveToTab(file: string, folder: string): Promise<string> {
  const name = `${randomUUID()}.png`;
  await retryWhileBusy(() => rename(file, path.join(folder, name)));
  return name;
}
