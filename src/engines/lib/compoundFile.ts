import type { ByteSource } from './byteSource.ts';

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** True if the file is a Compound File Binary (MS-CFB), the container of older Office formats. */
export function isCompoundFile(file: ByteSource): boolean {
  return file.read(0, signature.length).equals(signature);
}

/** True if the first `maxBytes` of a compound file contain a stream with one of these names. */
export function hasStream(file: ByteSource, names: readonly string[], maxBytes = file.size): boolean {
  const bytes = file.read(0, maxBytes);
  return names.some((name) => bytes.includes(Buffer.from(name, 'utf16le')));
}
