import { type ByteSource, openBytes } from '../../lib/byteSource.ts';
import { hasStream, isCompoundFile } from '../../lib/compoundFile.ts';
import { packedData, zipEntries } from '../../lib/zip/directory.ts';
import { inflateEntry } from '../../lib/zip/inflate.ts';

/** Names of the streams in which Office stores encrypted documents, old and new. */
const lockedStreams = ['EncryptedPackage', 'EncryptedSummary'];
const maxCompoundBytes = 64 * 1024 ** 2;
const odfManifest = 'META-INF/manifest.xml';
const maxManifestBytes = 16 * 1024 ** 2;

/** True if a document needs a password to read; doesn't recognize Word's and Excel's old formats. */
export function isEncrypted(path: string): boolean {
  const file = openBytes(path);
  try {
    return isCompoundFile(file) ? hasStream(file, lockedStreams, maxCompoundBytes) : hasLockedParts(file);
  } catch {
    // Neither a compound file nor a ZIP, or damaged.
    return false;
  } finally {
    file.dispose();
  }
}

function hasLockedParts(zip: ByteSource): boolean {
  const manifest = [...zipEntries(zip)].find(({ name }) => name.toString() === odfManifest);
  if (manifest === undefined) return false;
  return inflateEntry(manifest, packedData(zip, manifest), maxManifestBytes).includes('encryption-data');
}
