/** A chunk of a WebP file (RFC 9649, 2.3). */
export interface WebpChunk {
  readonly name: string;
  readonly data: Buffer;
}

export const webpFlags = { moves: 0x02, xmp: 0x04, exif: 0x08, alpha: 0x10, profile: 0x20 } as const;

const fileHeaderBytes = 12;
const chunkHeaderBytes = 8;

/**
 * Yields the chunks of a WebP in order, or those of a part of it that starts at the given offset.
 * @throws RangeError if the file ends too soon
 */
export function* webpChunksOf(webp: Buffer, start = fileHeaderBytes): Generator<WebpChunk> {
  for (let at = start; at < webp.length;) {
    const name = webp.toString('latin1', at, at + 4);
    const [from, bytes] = [at + chunkHeaderBytes, webp.readUInt32LE(at + 4)];
    if (from + bytes > webp.length) throw new RangeError('Truncated WebP chunk');
    yield { name, data: webp.subarray(from, from + bytes) };
    at = from + bytes + (bytes % 2);
  }
}

export function webpOf(chunks: readonly WebpChunk[]): Buffer {
  return packed({ name: 'RIFF', data: Buffer.concat([Buffer.from('WEBP'), ...chunks.map(packed)]) });
}

/** Creates the first chunk of an extended WebP, which contains flags and the size of the canvas (RFC 9649, 2.7). */
export function webpHeader(flags: number, width: number, height: number): WebpChunk {
  const data = Buffer.alloc(10);
  data.writeUInt8(flags, 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return { name: 'VP8X', data };
}

function packed({ name, data }: WebpChunk): Buffer {
  const whole = Buffer.alloc(chunkHeaderBytes + data.length + (data.length % 2));
  whole.write(name, 'latin1');
  whole.writeUInt32LE(data.length, 4);
  data.copy(whole, chunkHeaderBytes);
  return whole;
}
