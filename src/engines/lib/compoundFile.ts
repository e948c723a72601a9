import type { ByteSource } from './byteSource.ts';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** True if the file is in Microsoft's Compound File Binary Format (MS-CFB). */
export function isCompoundFile(file: ByteSource): boolean {
  return file.read(0, signature.length).equals(signature);
}

/** True if a compound file has a stream with one of these names, according to its first `maxBytes`. */
export function hasStream(file: ByteSource, names: readonly string[], maxBytes = file.size): boolean {
  const bytes = file.read(0, maxBytes);
  return names.some((name) => bytes.includes(Buffer.from(name, 'utf16le')));
}
