import { deflateRawSync } from 'node:zlib';
import { bufferOf } from '../../util/bytes.ts';
import { type ByteSource, bytesOf } from '../lib/byteSource.ts';
import { methods, packedData, type ZipEntry, zipEntries, inflateEntry } from '../lib/zip.ts';
import { newEntry, ZipWriter } from '../lib/zipWriter.ts';
import { isConversionError, damaged } from '../api/conversionError.ts';
import { decompressionLimits } from './faults.ts';

/** The file that states the type of an EPUB or OpenDocument document. It must come first and be uncompressed. */
const typePart = 'mimetype';

/**
 * Reads the text of some files in a zipped document, by name. Returns none if it can't be unpacked or exceeds the
 * limits.
 */
export function textsIn(document: Uint8Array, isWanted: (name: string) => boolean): Map<string, string> {
  try {
    return unpackedTexts(bytesOf(bufferOf(document)), isWanted);
  } catch {
    return new Map();
  }
}

function unpackedTexts(zip: ByteSource, isWanted: (name: string) => boolean): Map<string, string> {
  const texts = new Map<string, string>();
  let left = decompressionLimits.maxUncompressedBytes;
  for (const entry of zipEntries(zip)) {
    const name = entry.name.toString();
    if (!isWanted(name)) continue;
    const content = inflateEntry(entry, packedData(zip, entry), left);
    left -= content.length;
    texts.set(name, content.toString());
  }
  return texts;
}

/**
 * Changes the text of some files in a zipped document. The caller has to check their size first.
 * @throws ConversionError if the document is damaged
 */
export function withChangedFiles(
  document: Uint8Array,
  isChanged: (name: string) => boolean,
  changed: (text: string, name: string) => string,
  renamed: (name: string) => string = (name) => name,
): Buffer {
  const zip = bytesOf(bufferOf(document));
  const files = checked(() =>
    [...zipEntries(zip)].map((entry) => ({ entry, packed: packedData(zip, entry) })),
  );
  const ordered = [...files.filter(isType), ...files.filter((file) => !isType(file))];
  const writer = new ZipWriter();
  const pieces = ordered.flatMap(({ entry, packed }) => {
    const name = entry.name.toString();
    if (isType({ entry })) return writer.add(entry, methods.stored, contentOf(entry, packed));
    if (!isChanged(name)) return writer.add(entry, entry.method, packed);
    const before = contentOf(entry, packed);
    const text = before.toString();
    const after = changed(text, name);
    // The bytes of an unchanged file are kept, since they may be in an encoding other than UTF-8.
    const content = after === text ? before : Buffer.from(after);
    return writer.add(newEntry(renamed(name), content), methods.deflated, deflateRawSync(content));
  });
  return Buffer.concat([...pieces, writer.end()]);
}

function isType({ entry }: { readonly entry: ZipEntry }): boolean {
  return entry.name.toString() === typePart;
}

function contentOf(entry: ZipEntry, packed: Buffer): Buffer {
  return checked(() => inflateEntry(entry, packed, entry.bytes));
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw isConversionError(error) ? error : damaged('document', error);
  }
}
