import type { ByteSource } from '../lib/byteSource.ts';
import { damagedMedia } from '../lib/mediaFaults.ts';
import {
  aLaw,
  type Chunk,
  chunksOf,
  floats,
  integers,
  metadataChunk,
  muLaw,
  type PcmFile,
  requireSampleKind,
  type SampleKind,
  upperBytesKind,
} from './pcmFile.ts';

const tags = { integers: 1, floats: 3, aLaw: 6, muLaw: 7, extensible: 0xfffe } as const;
/** Metadata chunks whose content has no byte order. */
const orderless = new Set(['id3 ', 'ID3 ']);
const metadataChunks = new Set(['LIST', ...orderless]);
const minUnknownSize = 0xffff_0000;
/** A chunk's header: an identifier of 16 bytes, which starts with the chunk's name, and a size. */
const wave64HeadBytes = 24;
const wave64Start = 40;

/** Reads the structure of a WAV file that FFmpeg's libraries would misread. Returns `undefined` for any other file. */
export function waveFile(source: ByteSource): PcmFile | undefined {
  const isLittle = isLittleEndian(source);
  const chunks = [...chunksOf(source, isLittle)];
  const [format, data] = [chunks.find(isNamed('fmt ')), chunks.find(isNamed('data'))];
  if (!format || !data) return undefined;
  const { tag, kind, validBytes, ...shape } = formatOf(source.read(format.start, 40), isLittle);
  // Decoders assume that a stored sample has no more bytes than its valid bits need.
  const isPlain =
    kind === undefined ||
    (kind.wave.tag === tag && kind.wave.bytes === kind.bytes && validBytes === kind.bytes);
  if (isLittle && isPlain) return undefined;
  const about = chunks.filter(({ name }) => (isLittle ? metadataChunks : orderless).has(name));
  return {
    ...shape,
    kind: requireSampleKind(kind),
    start: data.start,
    bytes: data.bytes >= minUnknownSize ? longBytes(source, chunks, data.start) : data.bytes,
    about: about.flatMap((each) => metadataChunk(each.name, source, each)),
  };
}

/**
 * Returns the size of audio whose chunk doesn't declare it. RF64 files declare it in another chunk (EBU Tech 3306).
 * Programs that stream a file can't know it, so the audio is everything up to the end.
 */
function longBytes(source: ByteSource, chunks: readonly Chunk[], start: number): number {
  const sizes = chunks.find(isNamed('ds64'));
  const declared = sizes ? Number(source.read(sizes.start + 8, 8).readBigUInt64LE()) : 0;
  const rest = source.size - start;
  return declared > 0 && declared < rest ? declared : rest;
}

/** Returns the sample rate of a WAV file, or `undefined` if it has none. */
export function waveRate(source: ByteSource): number | undefined {
  const isLittle = isLittleEndian(source);
  const format = [...chunksOf(source, isLittle)].find(isNamed('fmt '));
  return format && formatOf(source.read(format.start, 40), isLittle).sampleRate;
}

/**
 * Returns the bytes per stored sample if that is more than the valid bits need. Most decoders would misread such files.
 */
export function paddedBytes(source: ByteSource): number | undefined {
  const isLittle = isLittleEndian(source);
  const format = [...chunksOf(source, isLittle)].find(isNamed('fmt '));
  if (!format || !isLittle) return undefined;
  const { tag, kind, validBytes } = formatOf(source.read(format.start, 40), isLittle);
  return tag === tags.integers && kind && kind.bytes > validBytes ? kind.bytes : undefined;
}

/** False for RIFX files, in which all numbers, including samples, are big-endian. */
function isLittleEndian(source: ByteSource): boolean {
  return source.read(0, 4).toString('latin1') !== 'RIFX';
}

/** Reads the structure of a Sony Wave64 file. @throws ConversionError */
export function wave64File(source: ByteSource): PcmFile {
  const chunks = [...wave64Chunks(source)];
  const [format, data] = [chunks.find(isNamed('fmt ')), chunks.find(isNamed('data'))];
  if (!format || !data) throw damagedMedia();
  const { kind, channels, sampleRate, channelMask } = formatOf(source.read(format.start, 40), true);
  const { start, bytes } = data;
  return { kind: requireSampleKind(kind), channels, sampleRate, channelMask, start, bytes, about: [] };
}

function isNamed(name: string): (chunk: Chunk) => boolean {
  return (chunk) => chunk.name === name;
}

function* wave64Chunks(source: ByteSource): Generator<Chunk> {
  for (let at = wave64Start; at + wave64HeadBytes <= source.size;) {
    const head = source.read(at, wave64HeadBytes);
    const whole = Number(head.readBigUInt64LE(16));
    if (whole < wave64HeadBytes) return;
    yield {
      name: head.toString('latin1', 0, 4),
      start: at + wave64HeadBytes,
      bytes: whole - wave64HeadBytes,
    };
    at += Math.ceil(whole / 8) * 8;
  }
}

function formatOf(format: Buffer, isLittle: boolean) {
  const short = (at: number): number => (isLittle ? format.readUInt16LE(at) : format.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? format.readUInt32LE(at) : format.readUInt32BE(at));
  const isExtensible = short(0) === tags.extensible;
  const tag = short(isExtensible ? 24 : 0);
  const [channels, blockBytes, bits] = [short(2), short(12), short(14)];
  // The frame size determines the stored size of a sample, which may exceed the declared bits.
  const fits =
    tag === tags.integers &&
    (isExtensible || bits > 16) &&
    channels > 0 &&
    blockBytes % channels === 0 &&
    blockBytes * 8 >= bits * channels;
  const bytes = fits ? blockBytes / channels : Math.ceil(bits / 8);
  const valid = (isExtensible && short(18)) || bits;
  const validBytes = Math.min(bytes, Math.ceil(valid / 8));
  return {
    tag,
    kind: kindOf(tag, bytes, validBytes, isLittle),
    validBytes,
    channels,
    sampleRate: long(4),
    channelMask: isExtensible ? long(20) : 0,
  };
}

function kindOf(tag: number, bytes: number, validBytes: number, isLittle: boolean): SampleKind | undefined {
  switch (tag) {
    case tags.integers:
      // One-byte samples are unsigned in WAV files.
      return validBytes <= 2 ? upperBytesKind(bytes, isLittle) : integers(bytes, isLittle, false);
    case tags.floats:
      return floats(bytes, isLittle);
    case tags.aLaw:
      return aLaw;
    case tags.muLaw:
      return muLaw;
    default:
      return undefined;
  }
}
