import { fault } from '../../../contract/fault.ts';
import { ConversionError, damaged, isConversionError } from '../../api/conversionError.ts';
import { bytesOf } from '../../lib/byteSource.ts';
import { inflateEntry, packedData, type ZipEntry, zipEntries } from '../../lib/zip.ts';
import { decompressionLimits } from '../faults.ts';
import { parseElement, type XmlElement } from '../xmlTree.ts';

/** The entities that XML itself has, after their `&`. */
const isKnown = /^(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);$/i;

/** The files of an OpenDocument document, up to a total size. */
export class OpenPackage {
  readonly #document: Buffer;
  readonly #entries = new Map<string, ZipEntry>();
  #left = decompressionLimits.maxUncompressedBytes;

  /** @throws ConversionError if it isn't a ZIP, or has too many files */
  constructor(document: Buffer) {
    this.#document = document;
    try {
      for (const entry of zipEntries(bytesOf(document))) this.#entries.set(entry.name.toString(), entry);
    } catch (error) {
      throw damaged('document', error);
    }
    if (this.#entries.size > decompressionLimits.maxZipEntries)
      throw new ConversionError(fault('document.parts'));
  }

  /** Returns a file, or `undefined` if there is none at the path. @throws ConversionError */
  file(path: string): Buffer | undefined {
    const entry = this.#entries.get(path.replace(/^\.\//, ''));
    if (entry === undefined) return undefined;
    try {
      const content = inflateEntry(entry, packedData(bytesOf(this.#document), entry), this.#left);
      this.#left -= content.length;
      return content;
    } catch (error) {
      const megabytes = decompressionLimits.maxUncompressedBytes / 1024 ** 2;
      throw isConversionError(error)
        ? new ConversionError(fault('document.size', megabytes), { cause: error })
        : damaged('document', error);
    }
  }

  /** Parses a file, without expanding entities. @throws ConversionError */
  xml(path: string): XmlElement | undefined {
    const text = this.file(path)?.toString();
    if (text === undefined) return undefined;
    try {
      const isolated = text.replaceAll(/&(#?\w*;?)/g, (all, name: string) =>
        isKnown.test(name) ? all : `&amp;${name}`,
      );
      return parseElement(isolated);
    } catch (error) {
      throw isConversionError(error) ? error : damaged('document', error);
    }
  }
}
