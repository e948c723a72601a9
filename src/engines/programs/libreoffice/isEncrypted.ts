import { type ByteSource, openBytes } from '../../lib/zip/byteSource.ts';
import { packedData, zipEntries } from '../../lib/zip/directory.ts';
import { inflateEntry } from '../../lib/zip/inflate.ts';

const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** What the streams of a compound file are called in which Office locks its documents, old and new. */
const lockedStreams = ['EncryptedPackage', 'EncryptedSummary'].map((name) => Buffer.from(name, 'utf16le'));
const maxCompoundBytes = 64 * 1024 ** 2;
const odfManifest = 'META-INF/manifest.xml';
const maxManifestBytes = 16 * 1024 ** 2;

/** Whether a document takes a password to read; not told of Word's and Excel's formats of old. */
export function isEncrypted(path: string): boolean {
  const file = openBytes(path);
  try {
    const start = file.read(0, Math.min(file.length, compoundStart.length));
    return start.equals(compoundStart) ? hasLockedStream(file) : hasLockedParts(file);
  } catch {
    // Neither a compound file nor a zip, or a damaged one.
    return false;
  } finally {
    file.dispose();
  }
}

function hasLockedStream(file: ByteSource): boolean {
  const bytes = file.read(0, Math.min(file.length, maxCompoundBytes));
  return lockedStreams.some((name) => bytes.includes(name));
}

function hasLockedParts(zip: ByteSource): boolean {
  const manifest = [...zipEntries(zip)].find(({ name }) => name.toString() === odfManifest);
  if (manifest === undefined) return false;
  return inflateEntry(manifest, packedData(zip, manifest), maxManifestBytes).includes('encryption-data');
}
