import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { PictureFolders } from './pictureFolders.ts';

/** Converts a file on this computer, without a job, an upload, or a charge. */
export interface DirectConverter {
  /**
   * Both paths are in a folder of their own. Returns possible losses.
   * @throws CodedError, or the signal's reason
   */
  convert(
    request: {
      readonly inputPath: string;
      readonly outputPath: string;
      readonly fileName: string;
      readonly to: string;
      readonly options?: JobOptions;
      readonly mayRunPrograms: boolean;
    },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
}

/** Converts pictures before they are inserted into a text, each from a copy under our own name. */
export class PictureConverter {
  readonly #folders: PictureFolders;
  readonly #converter: DirectConverter;

  constructor(folders: PictureFolders, converter: DirectConverter) {
    this.#folders = folders;
    this.#converter = converter;
  }

  /** @throws CodedError, or the signal's reason */
  async convert(
    { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
    to: string,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    await using folder = await this.#folders.make();
    const inputPath = path.join(folder.path, 'input');
    const outputPath = path.join(folder.path, 'output');
    await writeFile(inputPath, bytes, { signal });
    const request = { inputPath, outputPath, fileName: name, to, mayRunPrograms: true };
    await this.#converter.convert(request, signal);
    return readFile(outputPath, { signal });
  }
}
