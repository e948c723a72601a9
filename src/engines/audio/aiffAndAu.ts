import { ownValue } from '../../util/ownValue.ts';
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
  waveChunk,
} from './pcmFile.ts';

/** The names of AIFF's text chunks, with their counterparts in RIFF. */
const texts: Readonly<Record<string, string>> = { NAME: 'INAM', AUTH: 'IART', ANNO: 'ICMT', '(c) ': 'ICOP' };
const exponentBias = 16_383;

/** Reads the structure of an AIFF or AIFF-C file (Apple, AIFF-C draft of 1991). @throws ConversionError */
export function aiffFile(source: ByteSource): PcmFile {
  const chunks = [...chunksOf(source, false)];
  const [common, sound] = [chunks.find(isNamed('COMM')), chunks.find(isNamed('SSND'))];
  if (!common || !sound) throw damagedMedia();
  const about = source.read(common.start, 22);
  const [channels, frames, bits] = [about.readUInt16BE(0), about.readUInt32BE(2), about.readUInt16BE(6)];
  const kind = requireSampleKind(
    kindOf(about.toString('latin1', 18, common.bytes >= 22 ? 22 : 18), Math.ceil(bits / 8)),
  );
  const offset = source.read(sound.start, 4).readUInt32BE();
  return {
    kind,
    channels,
    sampleRate: extended(about.subarray(8, 18)),
    channelMask: 0,
    start: sound.start + 8 + offset,
    bytes: frames * channels * kind.bytes,
    about: [
      ...infoOf(source, chunks),
      ...chunks.filter(isNamed('ID3 ')).flatMap((each) => metadataChunk('id3 ', source, each)),
    ],
  };
}

function isNamed(name: string): (chunk: Chunk) => boolean {
  return (chunk) => chunk.name === name;
}

/**
 * Determines the kind of samples from an AIFF-C compression name. Plain AIFF has none. Names that contain a size take
 * precedence over the declared size, as in QuickTime.
 */
function kindOf(compression: string, bytes: number): SampleKind | undefined {
  switch (compression) {
    case '':
    case 'NONE':
    case 'twos':
      return integers(bytes, false);
    case 'in24':
      return integers(3, false);
    case 'in32':
      return integers(4, false);
    case 'sowt':
      return integers(bytes, true);
    case 'raw ':
      return integers(bytes, false, false);
    case 'fl32':
    case 'FL32':
      return floats(4, false);
    case 'fl64':
    case 'FL64':
      return floats(8, false);
    case 'ulaw':
    case 'ULAW':
      return muLaw;
    case 'alaw':
    case 'ALAW':
      return aLaw;
    default:
      return undefined;
  }
}

/** Reads an 80-bit extended float, which AIFF uses for the sample rate. */
function extended(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - exponentBias;
  return Math.round(Number(bytes.readBigUInt64BE(2)) * 2 ** (exponent - 63));
}

function infoOf(source: ByteSource, chunks: readonly Chunk[]): Buffer[] {
  const infoChunks = chunks.flatMap((chunk) => {
    const name = ownValue(texts, chunk.name);
    return name === undefined ? [] : metadataChunk(name, source, chunk);
  });
  return infoChunks.length === 0
    ? []
    : [waveChunk('LIST', Buffer.concat([Buffer.from('INFO'), ...infoChunks]))];
}

/** The sample encodings of Sun and NeXT, keyed by their numbers in AU files. */
const kinds: Readonly<Record<number, SampleKind | undefined>> = {
  1: muLaw,
  2: integers(1, false),
  3: integers(2, false),
  4: integers(3, false),
  5: integers(4, false),
  6: floats(4, false),
  7: floats(8, false),
  27: aLaw,
};
const unknownSize = 0xffff_ffff;

/** Reads the structure of an AU file. @throws ConversionError */
export function auFile(source: ByteSource): PcmFile {
  const head = source.read(0, 24);
  const [start, bytes] = [head.readUInt32BE(4), head.readUInt32BE(8)];
  return {
    kind: requireSampleKind(kinds[head.readUInt32BE(12)]),
    channels: head.readUInt32BE(20),
    sampleRate: head.readUInt32BE(16),
    channelMask: 0,
    start,
    bytes: bytes === unknownSize ? source.size - start : bytes,
    about: [],
  };
}
