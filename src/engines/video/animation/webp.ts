import type { Animation, Still } from '../../images/animation/still.ts';
import { damagedMedia } from '../../lib/media/faults.ts';

const fileHeaderBytes = 12;
const chunkHeaderBytes = 8;
const frameHeaderBytes = 16;
const flags = { profile: 0x20, alpha: 0x10, noBlending: 0b10, clearing: 0b01 } as const;

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

/** What an animated WebP is made of (RFC 9649, 2.7). */
export function webpAnimation(webp: Buffer): Animation {
  const [first] = chunksOf(webp);
  if (first?.name !== 'VP8X') return { width: 0, height: 0, stills: [] };
  const { data } = first;
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1, stills: stillsOf(webp) };
}

function* stillsOf(webp: Buffer): Generator<Still> {
  let profile: Chunk | undefined;
  for (const each of chunksOf(webp)) {
    if (each.name === 'ICCP') profile = each;
    if (each.name === 'ANMF') yield still(each.data, profile);
  }
}

function still(frame: Buffer, profile: Chunk | undefined): Still {
  const how = frame.readUInt8(15);
  return {
    left: 2 * frame.readUIntLE(0, 3),
    top: 2 * frame.readUIntLE(3, 3),
    width: frame.readUIntLE(6, 3) + 1,
    height: frame.readUIntLE(9, 3) + 1,
    durationMs: frame.readUIntLE(12, 3),
    blends: (how & flags.noBlending) === 0,
    disposal: (how & flags.clearing) === 0 ? 'keep' : 'clear',
    file: () => {
      const about = Buffer.alloc(10);
      about.writeUInt8(flags.alpha | (profile ? flags.profile : 0));
      frame.copy(about, 4, 6, 12);
      const parts = [chunk('VP8X', about), ...(profile ? [chunk('ICCP', profile.data)] : [])];
      const body = Buffer.concat([Buffer.from('WEBP'), ...parts, frame.subarray(frameHeaderBytes)]);
      return chunk('RIFF', body);
    },
  };
}

function* chunksOf(webp: Buffer): Generator<Chunk> {
  for (let at = fileHeaderBytes; at < webp.length;) {
    const name = webp.toString('latin1', at, at + 4);
    const [start, bytes] = [at + chunkHeaderBytes, webp.readUInt32LE(at + 4)];
    if (start + bytes > webp.length) throw damagedMedia();
    yield { name, data: webp.subarray(start, start + bytes) };
    at = start + bytes + (bytes % 2);
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(chunkHeaderBytes + data.length + (data.length % 2));
  whole.write(name, 'latin1');
  whole.writeUInt32LE(data.length, 4);
  data.copy(whole, chunkHeaderBytes);
  return whole;
}
