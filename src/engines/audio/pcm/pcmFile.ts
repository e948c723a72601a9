import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { ByteSource } from '../../lib/byteSource.ts';
import type { SampleKind } from './samples.ts';

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
