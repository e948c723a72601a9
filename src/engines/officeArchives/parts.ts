import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged, isConversionError } from '../api/conversionError.ts';
import type { ByteSource } from '../lib/byteSource.ts';
import { isEncrypted, methods, packedData, zipEntries, type ZipEntry, inflateEntry } from '../lib/zip.ts';

const maxParts = 20_000;
const maxPartBytes = 256 * 1024 * 1024;
const maxInflatedBytes = 1024 ** 3;
/** The value of a ZIP size field whose real value is in the ZIP64 field. */
const inZip64 = 0xffff_ffff;

/** The paths of digital signatures in OPC (OOXML), ODF, and EPUB. */
const signatureParts =
  /^(?:_xmlsignatures\/.|META-INF\/(?:documentsignatures|macrosignatures|signatures)\.xml$)/i;
const odfManifest = 'META-INF/manifest.xml';

/** A file inside a document, in compressed and uncompressed form. */
export interface OfficePart {
  readonly entry: ZipEntry;
  readonly packed: Buffer;
  readonly content: Buffer;
}

/**
 * Returns the entries of a document's ZIP in file order.
 * @throws ConversionError `conversion.invalid_input` if the document is damaged, encrypted, or signed;
 * `conversion.limit_exceeded`
 */
export function checkedEntries(zip: ByteSource): readonly ZipEntry[] {
  const entries = readEntries(zip);
  if (entries.length > maxParts) throw new ConversionError(fault('document.parts'));
  if (entries.some(isEncrypted)) throw encrypted();
  if (entries.some(({ name }) => signatureParts.test(name.toString())))
    throw new ConversionError(fault('document.signed'));
  if (entries.some(({ packedBytes, headerAt }) => packedBytes === inZip64 || headerAt === inZip64)) {
    throw new ConversionError(fault('document.tooLarge'));
  }
  if (new Set(entries.map(({ name }) => name.toString('latin1'))).size < entries.length)
    throw damaged('document');
  const manifest = entries.find(({ name }) => name.toString() === odfManifest);
  if (manifest && readPart(zip, manifest, maxPartBytes).content.includes('encryption-data'))
    throw encrypted();
  return entries;
}

/**
 * Reads the document's files one after the other.
 * @throws ConversionError `conversion.invalid_input` or `conversion.limit_exceeded`
 */
export function* partsOf(zip: ByteSource, entries: readonly ZipEntry[]): Generator<OfficePart> {
  let left = maxInflatedBytes;
  for (const entry of entries) {
    const part = readPart(zip, entry, Math.min(left, maxPartBytes));
    left -= part.content.length;
    yield part;
  }
}

function readPart(zip: ByteSource, entry: ZipEntry, maxBytes: number): OfficePart {
  if (entry.method !== methods.stored && entry.method !== methods.deflated) throw damaged('document');
  try {
    const packed = packedData(zip, entry);
    return { entry, packed, content: inflateEntry(entry, packed, maxBytes) };
  } catch (error) {
    throw isConversionError(error) ? error : damaged('document', error);
  }
}

function readEntries(zip: ByteSource): ZipEntry[] {
  try {
    return [...zipEntries(zip)];
  } catch (error) {
    throw damaged('document', error);
  }
}

export function encrypted(): ConversionError {
  return new ConversionError(fault('document.nothingToCompress'));
}
