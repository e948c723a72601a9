import type { ByteSource } from '../../lib/byteSource.ts';
import { requireSampleKind, type PcmFile } from './pcmFile.ts';
import { aLaw, floats, integers, muLaw, type SampleKind } from './samples.ts';

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
