import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { FileStore } from '../../jobs/files/fileStore.ts';
import { baseName } from '../../jobs/files/fileUri.ts';
import { own } from '../../util/own.ts';
import { copyToDisk } from '../compare/localCopy.ts';
import type { DirectConverter } from './directConverter.ts';

export interface ReadDocument {
  readonly text: string;
  /** Names of the properties of the document that Markdown may not preserve. */
  readonly losses: readonly string[];
}

/** VS Code takes too long to open larger texts. */
const maxTextBytes = 20 * 1024 ** 2;

const withoutPictures: JobOptions = { pictures: false };
/**
 * Options by format. Pictures are left out, because they would add megabytes of text. Page marks allow links to pages.
 */
const optionsOf: Readonly<Record<string, JobOptions>> = {
  pdf: { ...withoutPictures, pageAnchors: true },
  ...Object.fromEntries(
    ['docx', 'odt', 'rtf', 'html', 'epub', 'mobi', 'azw3', 'fb2', 'pptx', 'odp'].map((format) => [
      format,
      withoutPictures,
    ]),
  ),
};

/**
 * Converts documents to Markdown on this computer. Uploads nothing, writes nothing beside the documents, and runs no
 * programs.
 */
export class DocumentReader {
  readonly #files: FileStore;
  readonly #converter: DirectConverter;

  constructor(files: FileStore, converter: DirectConverter) {
    this.#files = files;
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
      ...own(optionsOf, formatOfFileName(fileName) ?? ''),
      ...(pages === undefined ? {} : { pages }),
    };
    const write = async (inputPath: string) => copyToDisk(this.#files, uri, inputPath, signal);
    const request = { tool: 'convert', write, fileName, to: 'md', options, mayRunPrograms: false } as const;
    const { output, losses } = await this.#converter.convert(request, signal, maxTextBytes);
    return { text: output.toString(), losses };
  }
}
