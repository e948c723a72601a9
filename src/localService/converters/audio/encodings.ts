import { sampleFormats } from './libav.ts';
import type { SoundOptions } from './options.ts';
import type { SoundShape } from './soundDecoder.ts';

/** How a target is written. */
export interface Encoding {
  readonly container: string;
  readonly encoder: string;
  readonly shape: SoundShape;
  readonly settings: Readonly<Record<string, string>>;
}

interface Target {
  readonly container: string;
  /** What is encoded into it. */
  readonly codec: 'pcm' | 'flac' | 'libmp3lame' | 'libvorbis' | 'libopus';
  /** What is copied into it as it is. */
  readonly takes: readonly string[];
}

const targets: Readonly<Record<string, Target>> = {
  wav: { container: 'wav', codec: 'pcm', takes: [] },
  flac: { container: 'flac', codec: 'flac', takes: ['flac'] },
  mp3: { container: 'mp3', codec: 'libmp3lame', takes: ['mp3'] },
  ogg: { container: 'ogg', codec: 'libvorbis', takes: ['vorbis'] },
  opus: { container: 'ogg', codec: 'libopus', takes: ['opus'] },
  mka: { container: 'matroska', codec: 'flac', takes: ['flac', 'mp3', 'vorbis', 'opus'] },
  weba: { container: 'webm', codec: 'libopus', takes: ['vorbis', 'opus'] },
};

/** `FF_QP2LAMBDA`: what one step of quality is in the libraries' own measure. */
const qualityStep = 118;
/** LAME's V2, some 190 kbit/s, and Vorbis' 6, some 190 kbit/s: what listeners can't tell from the original. */
const quality = { libmp3lame: 2, libvorbis: 6 } as const;
const opusBitsPerChannel = 64_000;
const opusRate = 48_000;
const mp3Rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const maxVorbisRate = 192_000;
/** The speakers that Vorbis, Opus and FLAC know, from one channel to eight (Vorbis I, 4.3.9). */
const channelMasks = [0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x70f, 0x63f] as const;

/** The name of the container of a target. */
export function containerOf(to: string): string {
  return targetOf(to).container;
}

/** Whether a target holds what a codec made as it is, so that nothing has to be encoded anew. */
export function takes(to: string, codec: string): boolean {
  return targetOf(to).takes.includes(codec);
}

function targetOf(to: string): Target {
  const target = targets[to];
  if (!target) throw new Error(`No encoding of ${to}`);
  return target;
}

/** How sound of this shape, which is read as this codec, is encoded for a target. */
export function encodingFor(
  to: string,
  source: SoundShape,
  sourceCodec: string,
  options: SoundOptions,
): Encoding {
  const { codec, container } = targetOf(to);
  // The decoders of what is lossy give more digits than there is information in.
  const isDeep = sourceCodec === 'pcm_f32le' || source.sampleFormat === sampleFormats.s32;
  const wanted = options.channels ?? source.channels;
  const channels = codec === 'libmp3lame' ? Math.min(wanted, 2) : wanted;
  const isKept = codec === 'pcm' && channels === source.channels;
  const shape = {
    channels,
    channelMask: isKept ? source.channelMask : (channelMasks[channels - 1] ?? 0),
    sampleRate: sampleRateFor(codec, options.sampleRate ?? source.sampleRate),
    sampleFormat: sampleFormatFor(codec, isDeep),
  };
  const encoder = codec === 'pcm' ? (isDeep ? 'pcm_s24le' : 'pcm_s16le') : codec;
  return { container, encoder, shape, settings: settingsFor(codec, channels, options) };
}

function sampleRateFor(codec: Target['codec'], rate: number): number {
  if (codec === 'libopus') return opusRate;
  if (codec === 'libmp3lame') return mp3Rates.find((each) => each >= rate) ?? 48_000;
  return codec === 'libvorbis' ? Math.min(rate, maxVorbisRate) : rate;
}

function sampleFormatFor(codec: Target['codec'], isDeep: boolean): number {
  switch (codec) {
    case 'pcm':
    case 'flac':
      return isDeep ? sampleFormats.s32 : sampleFormats.s16;
    case 'libopus':
      return sampleFormats.f32;
    case 'libmp3lame':
    case 'libvorbis':
      return sampleFormats.f32Planar;
  }
}

function settingsFor(
  codec: Target['codec'],
  channels: number,
  { bitRate }: SoundOptions,
): Readonly<Record<string, string>> {
  if (codec === 'pcm' || codec === 'flac') return {};
  if (bitRate !== undefined) return { b: String(bitRate * 1000) };
  if (codec === 'libopus') return { b: String(channels * opusBitsPerChannel) };
  return { flags: '+qscale', global_quality: String(quality[codec] * qualityStep) };
}
