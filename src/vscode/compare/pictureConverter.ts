import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PictureFolders } from './pictureFolders.ts';

/** What makes a picture of another format of one on this computer, where nothing is a job, an upload or a credit. */
export interface DirectConverter {
  /** Both paths are in a folder that is there for this alone. @throws CodedError, or the signal's reason */
  convert(
    request: {
      readonly inputPath: string;
      readonly outputPath: string;
      readonly fileName: string;
      readonly to: string;
    },
    signal: AbortSignal,
  ): Promise<void>;
}

/** Converts pictures that are on their way into a text, each from a copy under a name of ours. */
export class PictureConverter {
  readonly #folders: PictureFolders;
  readonly #converter: DirectConverter;

  constructor(folders: PictureFolders, converter: DirectConverter) {
    this.#folders = folders;
    this.#converter = converter;
  }

  /** The picture in another format. @throws CodedError, or the signal's reason */
  async convert(
    { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
    to: string,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    await using folder = await this.#folders.make();
    const inputPath = path.join(folder.path, 'input');
    const outputPath = path.join(folder.path, 'output');
    await writeFile(inputPath, bytes, { signal });
    await this.#converter.convert({ inputPath, outputPath, fileName: name, to }, signal);
    return readFile(outputPath, { signal });
  }
}
