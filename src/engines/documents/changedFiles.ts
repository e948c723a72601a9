import { deflateRawSync } from 'node:zlib';
import { bufferOf } from '../../util/bufferOf.ts';
import { bytesOf } from '../lib/byteSource.ts';
import { methods, packedData, type ZipEntry, zipEntries } from '../lib/zip/directory.ts';
import { inflateEntry } from '../lib/zip/inflate.ts';
import { newEntry, ZipWriter } from '../lib/zip/writer.ts';

/** The part that tells the type of an EPUB or of an OpenDocument: it comes first and is not packed. */
const typePart = 'mimetype';

/** A document that is a zip, with the texts of some of its files changed. The document is one of our own making. */
export function withChangedFiles(
  document: Uint8Array,
  names: RegExp,
  changed: (text: string) => string,
): Uint8Array {
  const zip = bytesOf(bufferOf(document));
  const files = [...zipEntries(zip)].map((entry) => ({ entry, packed: packedData(zip, entry) }));
  const ordered = [...files.filter(isType), ...files.filter((file) => !isType(file))];
  const writer = new ZipWriter();
  const pieces = ordered.flatMap(({ entry, packed }) => {
    const name = entry.name.toString();
    if (isType({ entry })) return writer.add(entry, methods.stored, contentOf(entry, packed));
    if (!names.test(name)) return writer.add(entry, entry.method, packed);
    const content = Buffer.from(changed(contentOf(entry, packed).toString()));
    return writer.add(newEntry(name, content), methods.deflated, deflateRawSync(content));
  });
  return Buffer.concat([...pieces, writer.end()]);
}

function isType({ entry }: { readonly entry: ZipEntry }): boolean {
  return entry.name.toString() === typePart;
}

function contentOf(entry: ZipEntry, packed: Buffer): Buffer {
  return inflateEntry(entry, packed, entry.bytes);
}
