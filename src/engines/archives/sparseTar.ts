import { bufferOf } from '../../util/bytes.ts';
const blockBytes = 512;
const sizeAt = 124;
const typeAt = 156;
const paxTypes = 'xg';

/** True if a tar contains a sparse file in GNU tar's pax form. 7-Zip mistakes its list of holes for content. */
export function hasSparseFiles(tar: Uint8Array): boolean {
  const bytes = bufferOf(tar);
  for (let at = 0; at + blockBytes <= bytes.length;) {
    const size = sizeOf(bytes.subarray(at + sizeAt, at + sizeAt + 12));
    const content = at + blockBytes;
    const isPax = paxTypes.includes(bytes.toString('latin1', at + typeAt, at + typeAt + 1));
    if (isPax && bytes.subarray(content, content + size).includes('GNU.sparse.')) return true;
    at = content + Math.ceil(size / blockBytes) * blockBytes;
  }
  return false;
}

/**
 * Parses a tar's size field: octal digits or, in GNU's form, a binary number whose first bit is set. Negative sizes
 * become 0, since they would point backward.
 */
function sizeOf(field: Buffer): number {
  if (((field[0] ?? 0) & 0x80) !== 0) return field.readUIntBE(6, 6);
  return Math.max(0, Number.parseInt(field.toString('latin1'), 8) || 0);
}
