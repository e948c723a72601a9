import { deflateSync, inflateSync } from 'node:zlib';
import { pngChunk } from '../../../src/engines/lib/pngChunks.ts';
import { type Dissection, type StructurePart, sequence } from './structure.ts';

const signature = '\x89PNG\r\n\x1a\n';
const signatureBytes = signature.length;
const frameBytes = 12;

/** The chunks of a PNG. Its pixels are one part, decompressed. */
export function pngStructure(bytes: Buffer): Dissection | undefined {
  if (bytes.toString('latin1', 0, signatureBytes) !== signature) return undefined;
  const chunks = sequence(signatureBytes, bytes.length - frameBytes + 1, (at) => {
    const end = at + frameBytes + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    return { name, content: bytes.subarray(at + 8, end - 4), end };
  });
  const pixels = inflated(chunks);
  const parts = pixels ? withPixels(chunks, pixels) : chunks;
  const content = ({ name, content: plain }: StructurePart): Buffer =>
    pixels && name === 'IDAT' ? deflateSync(plain, { level: 1 }) : plain;
  return {
    parts,
    assemble: (all) =>
      Buffer.concat([
        bytes.subarray(0, signatureBytes),
        ...all.map((part) => pngChunk(part.name, content(part))),
      ]),
  };
}

function inflated(chunks: readonly StructurePart[]): Buffer | undefined {
  const data = chunks.filter(({ name }) => name === 'IDAT').map(({ content }) => content);
  try {
    return data.length > 0 ? inflateSync(Buffer.concat(data)) : undefined;
  } catch {
    return undefined;
  }
}

/** The first pixel chunk contains all pixels. */
function withPixels(chunks: readonly StructurePart[], content: Buffer): StructurePart[] {
  const first = chunks.findIndex(({ name }) => name === 'IDAT');
  return chunks.flatMap((chunk, index) => {
    if (chunk.name !== 'IDAT') return [chunk];
    return index === first ? [{ name: 'IDAT', content }] : [];
  });
}
