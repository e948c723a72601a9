import path from 'node:path';
import { fault } from '../../../contract/fault.ts';
import { bufferOf } from '../../../util/bytes.ts';
import { own } from '../../../util/own.ts';
import { ConversionError, damaged, isConversionError } from '../../api/conversionError.ts';
import { type ByteSource, bytesOf } from '../../lib/byteSource.ts';
import { inflateEntry, packedData, type ZipEntry, zipEntries } from '../../lib/zip.ts';
import { decompressionLimits, maxMegabytes } from '../faults.ts';
import { childrenOf, parseElement, withUsualPrefixes, type XmlElement } from '../xmlTree.ts';

/** A relationship of a part to another part or to an address outside of the document. */
interface Relation {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

export type Relations = ReadonlyMap<string, Relation>;

/** The parts of an Office document (ECMA-376, part 2), which are unpacked when they are read. */
export class OfficePackage {
  readonly #zip: ByteSource;
  readonly #entries = new Map<string, ZipEntry>();
  #left = decompressionLimits.maxUncompressedBytes;

  /** @throws ConversionError if the bytes aren't a ZIP, or have too many parts */
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

  /** Returns the content of a part, or `undefined` if there is none. @throws ConversionError */
  bytes(name: string): Buffer | undefined {
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

  /** Returns the root element of a part, or `undefined` if there is no such part. @throws ConversionError */
  xml(name: string): XmlElement | undefined {
    const content = this.bytes(name);
    if (content === undefined) return undefined;
    try {
      return withUsualPrefixes(parseElement(content.toString()));
    } catch (error) {
      throw isConversionError(error) ? error : damaged('document', error);
    }
  }

  /** Returns the relationships of a part, or of the whole document, by id. */
  relations(part: string): Relations {
    const { dir, base } = path.posix.parse(part);
    const root = this.xml(path.posix.join(dir, '_rels', `${base}.rels`));
    return new Map(
      childrenOf(root, 'Relationship').map(({ attributes }) => {
        const target = own(attributes, 'Target') ?? '';
        const isExternal = own(attributes, 'TargetMode') === 'External';
        const type = (own(attributes, 'Type') ?? '').split('/').at(-1) ?? '';
        const within = path.posix.resolve('/', dir, target).slice(1);
        return [own(attributes, 'Id') ?? '', { type, isExternal, target: isExternal ? target : within }];
      }),
    );
  }
}
