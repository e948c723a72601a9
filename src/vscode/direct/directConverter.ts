import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentedToolId } from '../../contract/tools.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import { FileStoreError } from '../../jobs/files/fileStore.ts';
import type { Disposable } from '../../util/disposable.ts';
import { PictureFolders } from '../compare/pictureFolders.ts';
import type { LocalService } from '../localService/localService.ts';

interface DirectRequest {
  readonly tool: DocumentedToolId;
  /** The file's original name. */
  readonly fileName: string;
  /** The target format; absent for compression. */
  readonly to?: string;
  readonly options?: JobOptions;
  readonly mayRunPrograms: boolean;
  /** Writes the file to a path in a private folder. */
  readonly write: (inputPath: string) => Promise<unknown>;
}

/** Converts files on this computer while the user waits, without a job, an upload, or a charge. */
export class DirectConverter implements Disposable {
  readonly #local: Pick<LocalService, 'convert'>;
  readonly #folders = new PictureFolders();

  constructor(local: Pick<LocalService, 'convert'>) {
    this.#local = local;
  }

  /**
   * Converts a file. Resolves to the result, and the names of properties that it may have lost.
   * @throws CodedError, or the signal's reason
   */
  async convert(
    { write, ...request }: DirectRequest,
    signal: AbortSignal,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly output: Buffer; readonly losses: readonly string[] }> {
    await using folder = await this.#folders.make();
    const inputPath = path.join(folder.path, 'input');
    const outputPath = path.join(folder.path, 'output');
    await write(inputPath);
    const losses = await this.#local.convert({ ...request, inputPath, outputPath }, signal);
    const { size } = await stat(outputPath);
    if (size > maxBytes) {
      throw new FileStoreError('file.too_large_to_show', `Files larger than ${maxBytes} bytes aren’t shown.`);
    }
    return { output: await readFile(outputPath, { signal }), losses };
  }

  dispose(): void {
    this.#folders.dispose();
  }
}
