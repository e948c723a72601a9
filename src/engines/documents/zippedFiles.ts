import { fault } from '../../contract/fault.ts';
import { bufferOf } from '../../util/bytes.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import { type ByteSource, bytesOf } from '../lib/byteSource.ts';
import { inflateEntry, packedData, type ZipEntry, zipEntries } from '../lib/zip.ts';
import { decompressionLimits, maxMegabytes } from './faults.ts';

/** The files in a zipped document, unpacked when they are read, up to a total size. */
export class ZippedFiles {
  readonly #zip: ByteSource;
  readonly #entries = new Map<string, ZipEntry>();
  #left = decompressionLimits.maxUncompressedBytes;

  /** @throws ConversionError if the bytes aren't a ZIP, or have too many files */
  constructor(bytes: Uint8Array) {
    this.#zip = bytesOf(bufferOf(bytes));
    try {
      for (const entry of zipEntries(this.#zip)) {
        this.#entries.set(entry.name.toString(), entry);
        if (this.#entries.size > decompressionLimits.maxZipEntries)
          throw new ConversionError(fault('document.parts'));
      }
    } catch (error) {
      throw isConversionError(error) ? error : damaged('document', error);
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Returns the content of a file, or `undefined` if there is none of this name. @throws ConversionError */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    try {
      const content = inflateEntry(entry, packedData(this.#zip, entry), this.#left);
      this.#left -= content.length;
      return content;
    } catch (error) {
      throw isConversionError(error)
        ? new ConversionError(fault('document.size', maxMegabytes), { cause: error })
        : damaged('document', error);
    }
  }
}
