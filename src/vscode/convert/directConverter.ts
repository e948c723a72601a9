import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Traits } from '../../contract/losses.ts';
import type { DocumentedToolId } from '../../contract/tools.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import { FileStoreError, type FileStore } from '../../jobs/core/fileStore.ts';
import { lossesOf } from '../../planning/offer.ts';
import type { Disposable } from '../../util/disposable.ts';
import { PictureFolders } from '../pictures/pictureMaker.ts';
import type { LocalService } from '../localService/localService.ts';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import { ownValue } from '../../util/ownValue.ts';
import { copyToDisk } from '../files/fileCopies.ts';

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
    { write, fileName, options = {}, ...request }: DirectRequest,
    signal: AbortSignal,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly output: Buffer; readonly losses: readonly string[] }> {
    await using folder = await this.#folders.make();
    const inputPath = path.join(folder.path, 'input');
    const outputPath = path.join(folder.path, 'output');
    await write(inputPath);
    const files = [{ path: inputPath, fileName }];
    const { losses } = await this.#local.convert(
      { ...request, files, options, outputPath, isUrgent: true },
      signal,
    );
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

export interface ReadDocument {
  readonly text: string;
  /** The properties of the document that the text lacks, or may lack. */
  readonly losses: ReturnType<typeof lossesOf>;
}

/** VS Code takes too long to open larger texts. */
const maxTextBytes = 20 * 1024 ** 2;

/**
 * Options by format. Pictures are left out, because they would add megabytes of text. Their marks change with them, so
 * that a comparison shows it. Page marks allow links to pages.
 */
const optionsOf: Readonly<Record<string, JobOptions>> = {
  pdf: { pictures: false, pageAnchors: true },
  ...Object.fromEntries(
    ['docx', 'odt', 'rtf', 'html', 'epub', 'mobi', 'azw3', 'fb2', 'pptx', 'odp'].map((format) => [
      format,
      { pictures: false, pictureMarks: true },
    ]),
  ),
};

/**
 * Converts documents to Markdown on this computer. Uploads nothing, writes nothing beside the documents, and runs no
 * programs.
 */
export class DocumentReader {
  readonly #files: FileStore;
  readonly #local: Pick<LocalService, 'probe'>;
  readonly #converter: DirectConverter;

  constructor(files: FileStore, local: Pick<LocalService, 'probe'>, converter: DirectConverter) {
    this.#files = files;
    this.#local = local;
    this.#converter = converter;
  }

  /**
   * Converts a document to Markdown.
   * @param pages pages of a PDF, such as `1-3`; by default, all
   * @throws CodedError, or the signal's reason
   */
  async read(uri: string, signal: AbortSignal, pages?: string): Promise<ReadDocument> {
    const fileName = baseName(uri);
    const options = {
      ...ownValue(optionsOf, formatOfFileName(fileName) ?? ''),
      ...(pages === undefined ? {} : { pages }),
    };
    let traits: Traits = {};
    const write = async (inputPath: string) => {
      await copyToDisk(this.#files, uri, inputPath, signal);
      traits = await this.#local.probe({ inputPath, fileName }, signal);
    };
    const request = { tool: 'convert', write, fileName, to: 'md', options, mayRunPrograms: false } as const;
    const { output, losses } = await this.#converter.convert(request, signal, maxTextBytes);
    const dropped = 'pictures' in options ? [...losses, 'pictures'] : losses;
    return { text: output.toString(), losses: lossesOf([...new Set(dropped)], traits) };
  }
}
