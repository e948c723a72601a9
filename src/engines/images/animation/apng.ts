import { chunksOf, pngChunk, pngSignature } from '../../lib/pngChunks.ts';
import type { Animation, Still } from './still.ts';

const sequenceBytes = 4;
/** A denominator of 0 means hundredths of a second (PNG, third edition, 11.3.6.2). */
const usualDenominator = 100;
const disposals = ['keep', 'clear', 'restore'] as const;

/** Parses an animated PNG (PNG, third edition, 11.3.6). `plays` is the number of plays; 0 means infinite. */
export function apngAnimation(png: Buffer): Animation & { readonly plays: number } {
  const [header, ...others] = [...chunksOf(png)];
  if (header === undefined) throw new RangeError('Missing PNG header');
  const { data } = header;
  const plays = others.find(({ name }) => name === 'acTL')?.data.readUInt32BE(4) ?? 0;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), plays, stills: stillsOf(png, data) };
}

function* stillsOf(png: Buffer, header: Buffer): Generator<Still> {
  /** Chunks that affect how pixels are interpreted. */
  const about: Buffer[] = [];
  let control: Buffer | undefined;
  let parts: Buffer[] = [];
  let hasEnd = false;
  for (const { name, bytes, data } of chunksOf(png)) {
    if (name === 'fcTL' || name === 'IEND') {
      if (control && parts.length > 0) yield still(header, about, control, parts);
      [control, parts, hasEnd] = [data, [], name === 'IEND'];
    } else if (name === 'fdAT') parts.push(data.subarray(sequenceBytes));
    // Pixels before the first `fcTL` chunk are a fallback image for decoders without animation support.
    else if (name === 'IDAT' && control) parts.push(data);
    else if (/^(?:PLTE|tRNS|iCCP|sRGB|gAMA|cHRM|cICP)$/.test(name)) about.push(bytes);
  }
  if (!hasEnd) throw new RangeError('Missing PNG end chunk');
}

function still(header: Buffer, about: readonly Buffer[], control: Buffer, parts: readonly Buffer[]): Still {
  const [numerator, denominator] = [control.readUInt16BE(20), control.readUInt16BE(22)];
  return {
    left: control.readUInt32BE(12),
    top: control.readUInt32BE(16),
    width: control.readUInt32BE(4),
    height: control.readUInt32BE(8),
    durationMs: (1000 * numerator) / (denominator || usualDenominator),
    blends: control.readUInt8(25) === 1,
    disposal: disposals[control.readUInt8(24)] ?? 'keep',
    file: () =>
      Buffer.concat([
        pngSignature,
        pngChunk('IHDR', Buffer.concat([control.subarray(4, 12), header.subarray(8)])),
        ...about,
        pngChunk('IDAT', Buffer.concat(parts)),
        pngChunk('IEND', Buffer.alloc(0)),
      ]),
  };
}
