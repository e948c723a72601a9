import { type WebpChunk, webpChunksOf, webpFlags } from '../../lib/webpChunks.ts';

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
