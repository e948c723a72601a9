import { type ByteSource, openBytes } from '../../lib/byteSource.ts';
import { hasStream, isCompoundFile } from '../../lib/compoundFile.ts';
import { packedData, zipEntries } from '../../lib/zip/directory.ts';
import { inflateEntry } from '../../lib/zip/inflate.ts';

/** The streams in which new and old versions of Office store encrypted documents. */
const lockedStreams = ['EncryptedPackage', 'EncryptedSummary'];
const maxCompoundBytes = 64 * 1024 ** 2;
const odfManifest = 'META-INF/manifest.xml';
const maxManifestBytes = 16 * 1024 ** 2;

/** True if a document needs a password to be read. Doesn't recognize Word's and Excel's old formats. */
export function isEncrypted(path: string): boolean {
  const file = openBytes(path);
  try {
    return isCompoundFile(file) ? hasStream(file, lockedStreams, maxCompoundBytes) : hasLockedParts(file);
  } catch {
    // The file is damaged, or is neither a compound file nor a ZIP.
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
