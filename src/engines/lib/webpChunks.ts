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

/** Offset of the flags in an extended WebP file. */
const flagsAt = 20;
/** Flag in the last byte before a frame's pixels: clear its area afterwards (RFC 9649, 2.7.1.1). */
const clearing = 1;

/**
 * Sets the alpha flag of an animated WebP if its frames leave part of the canvas uncovered. libwebp crops empty margins
 * of frames without setting the flag, and other readers would then fill the margins.
 */
export function transparentWebp(webp: Buffer): Buffer {
  const [header, ...others] = webpChunksOf(webp);
  const frames = others.filter(({ name }) => name === 'ANMF').map(({ data }) => data);
  const [first] = frames;
  if (header === undefined || first === undefined) return webp;
  const isBare = !covers(first, header) || frames.some((frame) => (frame.readUInt8(15) & clearing) !== 0);
  if (isBare) webp.writeUInt8(webp.readUInt8(flagsAt) | webpFlags.alpha, flagsAt);
  return webp;
}

/** Returns true if a frame covers the whole canvas. Both sizes are stored minus one. */
function covers(frame: Buffer, { data }: WebpChunk): boolean {
  return frame.readUIntLE(6, 3) === data.readUIntLE(4, 3) && frame.readUIntLE(9, 3) === data.readUIntLE(7, 3);
}
