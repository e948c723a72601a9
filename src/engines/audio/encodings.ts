import { sampleFormats } from './libav.ts';
import type { SoundOptions } from './options.ts';
import type { SoundShape } from './soundDecoder.ts';
import { type AudioCodec, encoders, targetOf } from './targets.ts';

/** The container, encoder, and settings for writing a target format. */
export interface PcmEncoding {
  readonly container: string;
  readonly encoder: string;
  readonly shape: SoundShape;
  readonly settings: Readonly<Record<string, string>>;
}

/** One quality step in FFmpeg's unit (`FF_QP2LAMBDA`). */
const qualityStep = 118;
/** LAME's V2 and Vorbis's 6, about 190 kbit/s each, which listeners can't tell from the original. */
const quality = { mp3: 2, vorbis: 6 } as const;
const opusBitsPerChannel = 64_000;
const opusRate = 48_000;
const mp3Rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const maxVorbisRate = 192_000;
/** The speaker layouts of Vorbis, Opus, and FLAC for one to eight channels (Vorbis I, 4.3.9). */
const channelMasks = [0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x70f, 0x63f] as const;

/** Chooses the encoding for a target, based on the shape and codec of the source. */
export function encodingFor(
  to: string,
  source: SoundShape,
  sourceCodec: string,
  options: SoundOptions,
): PcmEncoding {
  const { codecs, container } = targetOf(to);
  // Only 32-bit samples of a lossless source need 24 bits. Decoders of lossy formats output more bits than the audio
  // has information.
  const isDeep = sourceCodec === 'pcm_f32le' || source.sampleFormat === sampleFormats.s32;
  const codec = options.codec ?? (isDeep && codecs.includes('pcm_s24') ? 'pcm_s24' : codecs[0]);
  const wanted = options.channels ?? source.channels;
  const channels = codec === 'mp3' ? Math.min(wanted, 2) : wanted;
  // Lossless formats support any speaker layout. The others have one layout for each number of channels.
  const isKept = (codec.startsWith('pcm') || codec === 'flac') && channels === source.channels;
  const shape = {
    channels,
    channelMask: isKept ? source.channelMask : (channelMasks[channels - 1] ?? 0),
    sampleRate: sampleRateFor(codec, options.sampleRate ?? source.sampleRate),
    sampleFormat: sampleFormatFor(codec, isDeep),
  };
  return { container, encoder: encoders[codec], shape, settings: settingsFor(codec, channels, options) };
}

function sampleRateFor(codec: AudioCodec, rate: number): number {
  if (codec === 'opus') return opusRate;
  if (codec === 'mp3') return mp3Rates.find((each) => each >= rate) ?? 48_000;
  return codec === 'vorbis' ? Math.min(rate, maxVorbisRate) : rate;
}

function sampleFormatFor(codec: AudioCodec, isDeep: boolean): number {
  switch (codec) {
    case 'pcm_s16':
      return sampleFormats.s16;
    case 'pcm_s24':
      return sampleFormats.s32;
    case 'flac':
      return isDeep ? sampleFormats.s32 : sampleFormats.s16;
    case 'pcm_f32':
    case 'opus':
      return sampleFormats.f32;
    case 'mp3':
    case 'vorbis':
      return sampleFormats.f32Planar;
  }
}

function settingsFor(
  codec: AudioCodec,
  channels: number,
  { bitRate }: SoundOptions,
): Readonly<Record<string, string>> {
  if (bitRate !== undefined) return { b: String(bitRate * 1000) };
  switch (codec) {
    case 'opus':
      return { b: String(channels * opusBitsPerChannel) };
    case 'mp3':
    case 'vorbis':
      return { flags: '+qscale', global_quality: String(quality[codec] * qualityStep) };
    default:
      return {};
  }
}
