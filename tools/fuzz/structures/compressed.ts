import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Dissection, Structure } from './structure.ts';

/** The content of a gzip or Zstandard file. It is compressed again when the file is assembled. */
export const compressedStructures: readonly Structure[] = [
  (bytes) => within(bytes, '\x1f\x8b', gunzipSync, (plain) => gzipSync(plain, { level: 1 })),
  (bytes) => within(bytes, '\x28\xb5\x2f\xfd', zstdDecompressSync, zstdCompressSync),
];

function within(
  bytes: Buffer,
  signature: string,
  open: (bytes: Buffer) => Buffer,
  close: (plain: Buffer) => Buffer,
): Dissection | undefined {
  if (bytes.toString('latin1', 0, signature.length) !== signature) return undefined;
  try {
    return {
      parts: [{ name: 'content', content: open(bytes) }],
      assemble: (parts) => Buffer.concat(parts.map(({ content }) => close(content))),
    };
  } catch {
    return undefined;
  }
}
