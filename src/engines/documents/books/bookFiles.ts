import { fault } from '../../../contract/fault.ts';
import { ConversionError, damaged, isConversionError } from '../../api/conversionError.ts';
import { bytesOf } from '../../lib/byteSource.ts';
import { inflateEntry, packedData, type ZipEntry, zipEntries } from '../../lib/zip.ts';
import { decompressionLimits } from '../faults.ts';

const { maxUncompressedBytes, maxZipEntries } = decompressionLimits;
/** The encoding that an XML declaration or an element of a page states. */
const declaration =
  /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)["']|<meta\s[^>]{0,200}?\bcharset\s*=\s*["']?([\w.:-]+)/i;
const headBytes = 1024;
/** The maximum number of elements, in addition to two for each byte. Real books have less than one. */
const maxElements = 200_000;

/** The files of a book, unpacked when they are read. */
export class BookFiles {
  readonly #zip;
  readonly #entries = new Map<string, ZipEntry>();
  readonly #read = new Set<string>();
  #left = maxUncompressedBytes;
  #elementsLeft: number;

  /** @throws ConversionError */
  constructor(bytes: Buffer) {
    this.#zip = bytesOf(bytes);
    this.#elementsLeft = maxElements + 2 * bytes.length;
    try {
      for (const entry of zipEntries(this.#zip)) {
        this.#entries.set(entry.name.toString(), entry);
        if (this.#entries.size > maxZipEntries) throw new ConversionError(fault('document.parts'));
      }
    } catch (error) {
      throw isConversionError(error) ? error : damaged('document', error);
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  isRead(name: string): boolean {
    return this.#read.has(name);
  }

  /** Returns the content of a file, if there is one. @throws ConversionError */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    this.#read.add(name);
    try {
      const content = inflateEntry(entry, packedData(this.#zip, entry), this.#left);
      this.#left -= content.length;
      return content;
    } catch (error) {
      if (!isConversionError(error)) throw damaged('document', error);
      throw new ConversionError(fault('document.size', maxUncompressedBytes / 1024 ** 2), { cause: error });
    }
  }

  /** Returns the text of a file, in UTF-8, UTF-16, or the encoding that it declares. @throws ConversionError */
  text(name: string): string | undefined {
    const bytes = this.read(name);
    const text = bytes && textOf(bytes);
    for (let at = text?.indexOf('<') ?? -1; at !== -1; at = text?.indexOf('<', at + 1) ?? -1) {
      if (text?.[at + 1] !== '/') this.#elementsLeft -= 1;
    }
    if (this.#elementsLeft < 0) throw new ConversionError(fault('document.depth'));
    return text;
  }
}

function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const [, xml, page] = declaration.exec(bytes.toString('latin1', 0, headBytes)) ?? [];
    return decoded(bytes, xml ?? page ?? 'utf-8');
  }
}

function decoded(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
