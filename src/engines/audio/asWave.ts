import { ownValue } from '../../util/ownValue.ts';
import type { ByteSource } from '../lib/byteSource.ts';
import { damagedMedia, incompleteMedia } from '../lib/mediaFaults.ts';
import { aiffFile, auFile } from './aiffAndAu.ts';
import { type PcmFile, waveChunk } from './pcmFile.ts';
import { wave64File, waveFile } from './wave.ts';

const readers: Readonly<Record<string, (source: ByteSource) => PcmFile | undefined>> = {
  aiff: aiffFile,
  au: auFile,
  w64: wave64File,
  wav: waveFile,
};
const maxChannels = 64;
const extensible = 0xfffe;
/** The fixed part of a format GUID, after the format tag (Microsoft, WAVEFORMATEXTENSIBLE). */
const formatGuid = Buffer.from('000000001000800000aa00389b71', 'hex');

/**
 * Returns uncompressed audio as a WAV file that FFmpeg's libraries can decode, generated on demand. Returns other data
 * unchanged.
 * @throws ConversionError
 */
export function asWave(source: ByteSource, from: string): ByteSource {
  const pcm = readable(source, from);
  if (pcm === undefined) return source;
  const { kind, channels, sampleRate, start } = pcm;
  if (channels === 0 || channels > maxChannels || sampleRate === 0) throw damagedMedia();
  const { bytes: width } = kind.wave;
  const frameBytes = kind.bytes * channels;
  const frames = Math.floor(pcm.bytes / frameBytes);
  if (frames > (source.size - start) / frameBytes) throw incompleteMedia();
  const bytes = frames * channels * width;
  const header = headerOf(pcm, bytes);
  const samplesAt = (first: number, count: number): Uint8Array => {
    const stored = source.read(start + first * kind.bytes, count * kind.bytes);
    const from = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
    const whole = Math.floor(stored.length / kind.bytes);
    const to = new DataView(new ArrayBuffer(whole * width));
    for (let index = 0; index < whole; index += 1) kind.convert(from, index * kind.bytes, to, index * width);
    return new Uint8Array(to.buffer);
  };
  return {
    size: header.length + bytes,
    read: (position, length) => {
      const head = header.subarray(position, position + length);
      const begin = Math.max(0, position - header.length);
      const end = Math.min(bytes, position + length - header.length);
      if (end <= begin) return head;
      const first = Math.floor(begin / width);
      const body = samplesAt(first, Math.ceil(end / width) - first);
      return Buffer.concat([head, body.subarray(begin - first * width, end - first * width)]);
    },
  };
}

function readable(source: ByteSource, from: string): PcmFile | undefined {
  try {
    return ownValue(readers, from)?.(source);
  } catch (error) {
    // A `RangeError` means that the file is shorter than its headers require.
    throw error instanceof RangeError ? damagedMedia(error) : error;
  }
}

function headerOf({ kind, channels, sampleRate, channelMask, about }: PcmFile, bytes: number): Buffer {
  const { tag, bytes: width } = kind.wave;
  const format = Buffer.alloc(40);
  format.writeUInt16LE(extensible, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * channels * width, 8);
  format.writeUInt16LE(channels * width, 12);
  format.writeUInt16LE(width * 8, 14);
  format.writeUInt16LE(22, 16);
  format.writeUInt16LE(width * 8, 18);
  format.writeUInt32LE(channelMask, 20);
  format.writeUInt16LE(tag, 24);
  formatGuid.copy(format, 26);
  const chunks = Buffer.concat([waveChunk('fmt ', format), ...about]);
  const [riff, data] = [Buffer.alloc(12), Buffer.alloc(8)];
  riff.write('RIFF');
  riff.writeUInt32LE(Math.min(0xffff_ffff, 4 + chunks.length + data.length + bytes), 4);
  riff.write('WAVE', 8);
  data.write('data');
  data.writeUInt32LE(Math.min(0xffff_ffff, bytes), 4);
  return Buffer.concat([riff, chunks, data]);
}
