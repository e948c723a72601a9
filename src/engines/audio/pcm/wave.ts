import { unsupportedKind } from '../../api/faults.ts';
import type { ByteSource } from '../../lib/byteSource.ts';
import { damagedMedia } from '../../lib/media/faults.ts';
import { aboutChunk, type Chunk, chunksOf, knownKind, type PcmFile } from './pcmFile.ts';
import { aLaw, floats, integers, muLaw, type SampleKind } from './samples.ts';

const tags = { integers: 1, floats: 3, aLaw: 6, muLaw: 7, extensible: 0xfffe } as const;
const tellers = new Set(['LIST', 'id3 ', 'ID3 ']);
const leastUnknownSize = 0xffff_0000;
/** The first half of the identifiers that Wave64 has in place of names is the name. */
const wave64HeadBytes = 24;
const wave64Start = 40;

/** A WAV file whose sound is not in a form that any decoder takes, which `undefined` stands for. */
export function waveFile(source: ByteSource): PcmFile | undefined {
  if (source.read(0, 4).toString('latin1') === 'RIFX')
    throw unsupportedKind('A WAV file of the big-endian kind (RIFX)');
  const chunks = [...chunksOf(source, true)];
  const [format, data] = [chunks.find(isNamed('fmt ')), chunks.find(isNamed('data'))];
  if (!format || !data) return undefined;
  const { tag, kind, ...shape } = formatOf(source.read(format.start, 40));
  const isPlain = kind === undefined || (kind.wave.tag === tag && kind.wave.bytes === kind.bytes);
  if (isPlain) return undefined;
  const about = chunks.filter(({ name }) => tellers.has(name));
  return {
    ...shape,
    kind,
    start: data.start,
    // Who writes as sound comes does not know how much there will be.
    bytes: data.bytes >= leastUnknownSize ? source.size - data.start : data.bytes,
    about: about.flatMap((each) => aboutChunk(each.name, source, each)),
  };
}

/** How many samples a second a WAV file tells of, in whatever form they are; `undefined` where it does not. */
export function waveRate(source: ByteSource): number | undefined {
  const format = [...chunksOf(source, true)].find(isNamed('fmt '));
  return format && formatOf(source.read(format.start, 40)).sampleRate;
}

/** A Sony Wave64 file. @throws ConversionError */
export function wave64File(source: ByteSource): PcmFile {
  const chunks = [...wave64Chunks(source)];
  const [format, data] = [chunks.find(isNamed('fmt ')), chunks.find(isNamed('data'))];
  if (!format || !data) throw damagedMedia();
  const { kind, channels, sampleRate, channelMask } = formatOf(source.read(format.start, 40));
  const { start, bytes } = data;
  return { kind: knownKind(kind), channels, sampleRate, channelMask, start, bytes, about: [] };
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

function formatOf(format: Buffer) {
  const isExtensible = format.readUInt16LE(0) === tags.extensible;
  const tag = format.readUInt16LE(isExtensible ? 24 : 0);
  return {
    tag,
    kind: kindOf(tag, Math.ceil(format.readUInt16LE(14) / 8)),
    channels: format.readUInt16LE(2),
    sampleRate: format.readUInt32LE(4),
    channelMask: isExtensible ? format.readUInt32LE(20) : 0,
  };
}

function kindOf(tag: number, bytes: number): SampleKind | undefined {
  switch (tag) {
    case tags.integers:
      return integers(bytes, true, false);
    case tags.floats:
      return floats(bytes, true);
    case tags.aLaw:
      return aLaw;
    case tags.muLaw:
      return muLaw;
    default:
      return undefined;
  }
}
