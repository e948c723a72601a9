import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { ByteSource } from '../lib/byteSource.ts';

/** The properties of uncompressed audio, and its position in the file. */
export interface PcmFile {
  readonly kind: SampleKind;
  readonly channels: number;
  readonly sampleRate: number;
  /** The channels' speakers as a WAV bit mask; 0 if unknown. */
  readonly channelMask: number;
  readonly start: number;
  /** The size of the audio, as declared in the file. */
  readonly bytes: number;
  /** Metadata, as chunks of a WAV file. */
  readonly about: readonly Buffer[];
}

export interface Chunk {
  readonly name: string;
  readonly start: number;
  readonly bytes: number;
}

const maxChunks = 10_000;
/** The maximum size of a metadata chunk, which may contain a cover picture. */
const maxAboutBytes = 32 * 1024 ** 2;

/** Reads the chunks of a RIFF or IFF file, each padded to an even length. */
export function* chunksOf(source: ByteSource, isLittle: boolean): Generator<Chunk> {
  let at = 12;
  for (let count = 0; count < maxChunks && at + 8 <= source.size; count += 1) {
    const head = source.read(at, 8);
    const bytes = isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4);
    yield { name: head.toString('latin1', 0, 4), start: at + 8, bytes };
    at += 8 + bytes + (bytes % 2);
  }
}

/** Returns a metadata chunk as a WAV chunk, or nothing if it is too large. */
export function metadataChunk(name: string, source: ByteSource, { start, bytes }: Chunk): Buffer[] {
  return bytes > maxAboutBytes ? [] : [waveChunk(name, source.read(start, bytes))];
}

export function waveChunk(name: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + content.length + (content.length % 2));
  chunk.write(name, 'latin1');
  chunk.writeUInt32LE(content.length, 4);
  chunk.set(content, 8);
  return chunk;
}

/** Returns the kind of samples if it is supported. @throws ConversionError if it is undefined */
export function requireSampleKind(kind: SampleKind | undefined): SampleKind {
  if (kind === undefined) throw new ConversionError(fault('sound.compression'));
  return kind;
}

/** A stored sample format, and its conversion to one of the three formats that the decoder supports. */
export interface SampleKind {
  /** The size of a stored sample. */
  readonly bytes: number;
  /** The format after conversion: 16- or 24-bit integers, or 32-bit floats. */
  readonly wave: Wave;
  readonly convert: (from: DataView, at: number, to: DataView, toAt: number) => void;
}

interface Wave {
  /** The format tag in a WAV file. */
  readonly tag: 1 | 3;
  readonly bytes: 2 | 3 | 4;
}

const short: Wave = { tag: 1, bytes: 2 };
const deep: Wave = { tag: 1, bytes: 3 };
const float: Wave = { tag: 3, bytes: 4 };

const eightBits = (offset: number): SampleKind => ({
  bytes: 1,
  wave: short,
  convert: (from, at, to, toAt) => to.setInt16(toAt, ((from.getUint8(at) - offset) << 24) >> 16, true),
});

const companded = (expand: (code: number) => number): SampleKind => ({
  bytes: 1,
  wave: short,
  convert: (from, at, to, toAt) => to.setInt16(toAt, expand(from.getUint8(at)), true),
});

/** The sample formats that exist in both byte orders. */
function ordered(isLittle: boolean) {
  const sixteen: SampleKind = {
    bytes: 2,
    wave: short,
    convert: (from, at, to, toAt) => to.setInt16(toAt, from.getInt16(at, isLittle), true),
  };
  /** Keeps the upper bytes of a three- or four-byte integer. */
  const upper = (bytes: 3 | 4, wave: Wave = deep): SampleKind => ({
    bytes,
    wave,
    convert: (from, at, to, toAt) => {
      for (let byte = 0; byte < wave.bytes; byte += 1) {
        const place = isLittle ? bytes - wave.bytes + byte : wave.bytes - 1 - byte;
        to.setUint8(toAt + byte, from.getUint8(at + place));
      }
    },
  });
  const single: SampleKind = {
    bytes: 4,
    wave: float,
    convert: (from, at, to, toAt) => to.setFloat32(toAt, from.getFloat32(at, isLittle), true),
  };
  const double: SampleKind = {
    bytes: 8,
    wave: float,
    convert: (from, at, to, toAt) => to.setFloat32(toAt, from.getFloat64(at, isLittle), true),
  };
  const halves = { 3: upper(3, short), 4: upper(4, short) };
  return { integers: { 2: sixteen, 3: upper(3), 4: upper(4) }, halves, floats: { 4: single, 8: double } };
}

const [little, big] = [ordered(true), ordered(false)];

/** Returns the format for integers of a given size. One-byte integers are unsigned in some files. */
export function integers(bytes: number, isLittle: boolean, isSigned = true): SampleKind | undefined {
  if (bytes === 1) return eightBits(isSigned ? 0 : 0x80);
  const kinds: Readonly<Record<number, SampleKind>> = (isLittle ? little : big).integers;
  return kinds[bytes];
}

/** Returns a format that keeps only the upper two bytes of integers, for files without information in the others. */
export function upperBytesKind(bytes: number, isLittle: boolean): SampleKind | undefined {
  const kinds: Readonly<Record<number, SampleKind>> = (isLittle ? little : big).halves;
  return kinds[bytes] ?? integers(bytes, isLittle, false);
}

export function floats(bytes: number, isLittle: boolean): SampleKind | undefined {
  const kinds: Readonly<Record<number, SampleKind>> = (isLittle ? little : big).floats;
  return kinds[bytes];
}

const muLawBias = 0x84;

/** Decodes mu-law samples (ITU-T G.711, table 2). */
export const muLaw = companded((code) => {
  const bits = ~code & 0xff;
  const magnitude = (((bits & 0xf) << 3) + muLawBias) << ((bits >> 4) & 0b111);
  return (bits & 0x80) === 0 ? magnitude - muLawBias : muLawBias - magnitude;
});

/** Decodes A-law samples (ITU-T G.711, table 1). */
export const aLaw = companded((code) => {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 0b111;
  const mantissa = ((bits & 0xf) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
});
