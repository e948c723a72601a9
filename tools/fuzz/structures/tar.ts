import { type Dissection, sequence } from './structure.ts';

const blockBytes = 512;
const sum = { at: 148, bytes: 8 };

/** The entries of a tape archive, each with its header. */
export function tarStructure(bytes: Buffer): Dissection | undefined {
  if (bytes.toString('latin1', 257, 262) !== 'ustar') return undefined;
  const entries = sequence(0, bytes.length - blockBytes + 1, (at) => {
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8);
    if (Number.isNaN(size)) return undefined;
    const end = at + blockBytes + Math.ceil(size / blockBytes) * blockBytes;
    return { name: bytes.toString('latin1', at, at + 100), content: bytes.subarray(at, end), end };
  });
  return {
    parts: entries,
    assemble: (parts) => Buffer.concat([...parts.map(({ content }) => summed(content)), Buffer.alloc(1024)]),
  };
}

/** Sets the checksum: the sum of the header's bytes, in which the checksum itself counts as spaces. */
function summed(entry: Buffer): Buffer {
  const padded = Buffer.alloc(Math.max(blockBytes, Math.ceil(entry.length / blockBytes) * blockBytes));
  entry.copy(padded);
  padded.fill(' ', sum.at, sum.at + sum.bytes);
  const total = padded.subarray(0, blockBytes).reduce((all, byte) => all + byte, 0);
  padded.write(`${total.toString(8).padStart(6, '0')}\0 `, sum.at, 'latin1');
  return padded;
}
