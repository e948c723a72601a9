import { deflateRawSync } from 'node:zlib';
import { fault } from '../../contract/fault.ts';
import { bufferOf } from '../../util/bytes.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import { bytesOf, type ByteSource } from '../lib/byteSource.ts';
import { inflateEntry, methods, packedData, zipEntries, type ZipEntry } from '../lib/zip.ts';
import { newEntry, ZipWriter } from '../lib/zipWriter.ts';
import { decompressionLimits, documentFault, maxMegabytes } from './faults.ts';
import { parseElement, withUsualPrefixes, type XmlElement } from './xmlTree.ts';

/** Files whose content is compressed already. */
const compressed = /\.(?:gif|jpe?g|png|webp)$/;

/** Writes a zipped document. A file with its type must be the first. */
export function zipped(files: Iterable<readonly [name: string, content: string | Buffer]>): Buffer {
  const writer = new ZipWriter();
  const pieces: Uint8Array[] = [];
  for (const [name, content] of files) {
    const data = Buffer.from(content);
    // Programs find the type at a fixed place.
    const isType = name === 'mimetype';
    const entry = { ...newEntry(name, data), ...(isType ? { extra: Buffer.alloc(0) } : {}) };
    const isStored = isType || compressed.test(name);
    const method = isStored ? methods.stored : methods.deflated;
    pieces.push(...writer.add(entry, method, isStored ? data : deflateRawSync(data)));
  }
  return Buffer.concat([...pieces, writer.end()]);
}

/**
 * Reads the text of some files in a zipped document, by name. Returns none if it can't be unpacked or exceeds the
 * limits.
 */
export function textsIn(
  document: Uint8Array,
  isWanted: (name: string) => boolean,
): ReadonlyMap<string, string> {
  try {
    const files = new ZippedFiles(document);
    return new Map(files.names.filter(isWanted).map((name) => [name, files.read(name)?.toString() ?? '']));
  } catch {
    return new Map();
  }
}

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
      throw documentFault(error);
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Returns the content of a file, or `undefined` if there is none of this name. @throws ConversionError */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name.replace(/^\.\//, ''));
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

  /** Returns the root element of a file, or `undefined` if there is no such file. @throws ConversionError */
  xml(name: string): XmlElement | undefined {
    const content = this.read(name);
    if (content === undefined) return undefined;
    try {
      return withUsualPrefixes(parseElement(content.toString()));
    } catch (error) {
      throw documentFault(error);
    }
  }
}
