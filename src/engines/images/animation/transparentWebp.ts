import { type WebpChunk, webpChunksOf, webpFlags } from '../../lib/webpChunks.ts';

/** Offset of the flags in an extended file. */
const flagsAt = 20;
/** In the last byte before the pixels of a frame (RFC 9649, 2.7.1.1). */
const clearing = 1;

/**
 * The same animated WebP with its alpha flag set if necessary: libwebp omits empty margins of frames without setting
 * it, so other readers would fill the margins.
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

/** True if a frame covers the canvas; both sizes are stored minus one. */
function covers(frame: Buffer, { data }: WebpChunk): boolean {
  return frame.readUIntLE(6, 3) === data.readUIntLE(4, 3) && frame.readUIntLE(9, 3) === data.readUIntLE(7, 3);
}
