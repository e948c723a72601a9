import type { Animation, Still } from '../images/animation/still.ts';
import { type WebpChunk, webpChunksOf, webpFlags, webpHeader, webpOf } from '../lib/webpChunks.ts';

const frameHeaderBytes = 16;
const flags = { noBlending: 0b10, clearing: 0b01 } as const;

/**
 * Parses an animated WebP (RFC 9649, 2.7).
 * @throws RangeError if the file ends too soon
 */
export function webpAnimation(webp: Buffer): Animation {
  const [first] = webpChunksOf(webp);
  if (first?.name !== 'VP8X') return { width: 0, height: 0, stills: [] };
  const { data } = first;
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1, stills: stillsOf(webp) };
}

function* stillsOf(webp: Buffer): Generator<Still> {
  let profile: WebpChunk | undefined;
  for (const each of webpChunksOf(webp)) {
    if (each.name === 'ICCP') profile = each;
    if (each.name === 'ANMF') yield still(each.data, profile);
  }
}

function still(frame: Buffer, profile: WebpChunk | undefined): Still {
  const how = frame.readUInt8(15);
  const [width, height] = [frame.readUIntLE(6, 3) + 1, frame.readUIntLE(9, 3) + 1];
  const about = webpHeader(webpFlags.alpha | (profile ? webpFlags.profile : 0), width, height);
  const parts = [...webpChunksOf(frame, frameHeaderBytes)];
  return {
    left: 2 * frame.readUIntLE(0, 3),
    top: 2 * frame.readUIntLE(3, 3),
    width,
    height,
    durationMs: frame.readUIntLE(12, 3),
    blends: (how & flags.noBlending) === 0,
    disposal: (how & flags.clearing) === 0 ? 'keep' : 'clear',
    file: () => webpOf([about, ...(profile ? [profile] : []), ...parts]),
  };
}
