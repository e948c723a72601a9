import { type Dissection, type StructurePart, sequence, type Structure } from './structure.ts';

const headBytes = 8;
const kindBytes = 4;

/** Chunks of RIFF (WAV, WebP, AVI), with little-endian numbers, or of IFF (AIFF), with big-endian ones. */
export function riffStructure(bytes: Buffer): Dissection | undefined {
  const id = bytes.toString('latin1', 0, 4);
  if (id !== 'RIFF' && id !== 'FORM') return undefined;
  const isLittle = id === 'RIFF';
  const list: Structure = (content) => chunksIn(content, isLittle);
  const inner = list(bytes.subarray(headBytes));
  return (
    inner && {
      parts: inner.parts,
      assemble: (parts) => chunkOf({ name: id, content: inner.assemble(parts) }, isLittle),
    }
  );
}

/** Chunks after the four letters of their type. */
function chunksIn(bytes: Buffer, isLittle: boolean): Dissection | undefined {
  const chunks = sequence(kindBytes, bytes.length - headBytes + 1, (at) => {
    const length = isLittle ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4);
    const start = at + headBytes;
    const name = bytes.toString('latin1', at, at + 4);
    const content = bytes.subarray(start, start + length);
    const nested = name === 'LIST' ? { structure: (list: Buffer) => chunksIn(list, isLittle) } : {};
    return { name, content, ...nested, end: start + length + (length % 2) };
  });
  if (chunks.length === 0) return undefined;
  return {
    parts: chunks,
    assemble: (parts) =>
      Buffer.concat([bytes.subarray(0, kindBytes), ...parts.map((part) => chunkOf(part, isLittle))]),
  };
}

function chunkOf({ name, content }: StructurePart, isLittle: boolean): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write(name, 'latin1');
  if (isLittle) head.writeUInt32LE(content.length, 4);
  else head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
