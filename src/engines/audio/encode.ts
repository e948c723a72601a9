import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damagedMedia } from '../lib/mediaFaults.ts';
import { type AudioCodec, encoders, type SoundOptions, targetOf } from './audio.ts';
import { highHalf, type Libav, lowHalf, sampleFormats } from './libav.ts';
import { shapedFrames, SoundDecoder, type SoundShape } from './soundDecoder.ts';
import { SoundFile } from './soundFile.ts';
import type { SoundReader } from './soundReader.ts';

/**
 * Re-encodes the audio for another format.
 * @throws ConversionError
 */
export async function encodeSound(
  libav: Libav,
  reader: SoundReader,
  to: string,
  options: SoundOptions,
): Promise<void> {
  const decoder = new SoundDecoder(libav, reader.codec, reader.parameters);
  const encoding = encodingFor(to, decoder.shape, reader.codec, options);
  const encoder = new SoundEncoder(libav, encoding);
  const track = { context: encoder.context, timeBase: [1, encoding.shape.sampleRate] } as const;
  const about = { tags: reader.tags, cover: await reader.cover() };
  const file = new SoundFile(libav, encoding.container, track, about);
  for await (const frames of shapedFrames(libav, reader, decoder, encoding.shape, encoder.frameSize)) {
    file.write(encoder.encode(frames));
  }
  if (encoder.isEmpty) throw damagedMedia();
  file.write(encoder.encode([]));
  file.finish();
  for (const part of [encoder, decoder]) part.close();
}

class SoundEncoder {
  /** A pointer to the encoder's `AVCodecContext`. */
  readonly context: number;
  /** The number of samples that the encoder requires per frame; 0 for any number. */
  readonly frameSize: number;
  readonly #libav: Libav;
  readonly #rate: number;
  readonly #frame: number;
  readonly #packet: number;
  #samples = 0;

  /** @throws ConversionError `conversion.failed` */
  constructor(libav: Libav, { encoder, shape, settings }: PcmEncoding) {
    this.#libav = libav;
    this.#rate = shape.sampleRate;
    try {
      [, this.context, this.#frame, this.#packet, this.frameSize] = libav.ff_init_encoder_sync(encoder, {
        ctx: {
          sample_fmt: shape.sampleFormat,
          sample_rate: shape.sampleRate,
          channel_layout: shape.channelMask,
          channels: shape.channels,
        },
        time_base: [1, shape.sampleRate],
        options: { ...settings },
      });
    } catch (error) {
      throw new ConversionError(fault('audio.bitRate', shape.channels, shape.sampleRate), { cause: error });
    }
  }

  /** True if no audio was encoded. */
  get isEmpty(): boolean {
    return this.#samples === 0;
  }

  /**
   * Encodes frames that have the encoding's shape, and frees them. Returns packets. Without frames, returns the last
   * packets.
   */
  encode(frames: readonly number[]): number[] {
    for (const frame of frames) this.#stamp(frame);
    return this.#libav.ff_encode_multi_sync(this.context, this.#frame, this.#packet, [...frames], {
      fin: frames.length === 0,
      copyoutPacket: 'ptr',
    });
  }

  close(): void {
    this.#libav.ff_free_encoder_sync(this.context, this.#frame, this.#packet);
  }

  /** Sets a frame's time by counting samples, since the source's times may have gaps. */
  #stamp(frame: number): void {
    this.#libav.AVFrame_pts_s_sync(frame, lowHalf(this.#samples));
    this.#libav.AVFrame_ptshi_s_sync(frame, highHalf(this.#samples));
    this.#libav.AVFrame_time_base_s_sync(frame, 1, this.#rate);
    this.#samples += this.#libav.AVFrame_nb_samples_sync(frame);
  }
}

/** The container, encoder, and settings for writing a target format. */
interface PcmEncoding {
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
function encodingFor(
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
