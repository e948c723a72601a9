import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damagedMedia, checkResampling } from '../lib/mediaFaults.ts';
import type { Libav } from './libav.ts';
import type { SoundReader } from './soundReader.ts';

/** The sample rate, channels, and sample format of audio. */
export interface SoundShape {
  readonly sampleRate: number;
  readonly channels: number;
  /** The channels' speakers, one bit for each. */
  readonly channelMask: number;
  /** A value of FFmpeg's `AVSampleFormat`. */
  readonly sampleFormat: number;
  /** The channel for each speaker in the mask, if the channels are in another order. */
  readonly order?: readonly number[];
}

const maxChannels = 8;
const maxRate = 768_000;
/**
 * Codecs whose decoding errors are ignored. If a file is an excerpt of a stream, its first packets depend on missing
 * data, and players skip them.
 */
const forgiving: ReadonlySet<string> = new Set(['mp3']);
/** FFmpeg's default speaker layouts for one to eight channels (`av_channel_layout_default`). */
const usualMasks = [0x4, 0x3, 0xb, 0x107, 0x37, 0x3f, 0x70f, 0x63f] as const;

/** Vorbis's speaker layouts for three to eight channels (Vorbis I, 4.3.9). Its decoder doesn't reorder them. */
const vorbisSpeakers = [
  { channelMask: 0x7, order: [0, 2, 1] },
  { channelMask: 0x33, order: [0, 1, 2, 3] },
  { channelMask: 0x37, order: [0, 2, 1, 3, 4] },
  { channelMask: 0x3f, order: [0, 2, 1, 5, 3, 4] },
  { channelMask: 0x70f, order: [0, 2, 1, 6, 5, 3, 4] },
  { channelMask: 0x63f, order: [0, 2, 1, 7, 5, 6, 3, 4] },
] as const;

export class SoundDecoder {
  /** The shape of the decoded audio. */
  readonly shape: SoundShape;
  readonly #libav: Libav;
  readonly #isForgiving: boolean;
  readonly #context: number;
  readonly #packet: number;
  readonly #frame: number;

  /** @throws ConversionError for unsupported codecs and unrealistic parameters */
  constructor(libav: Libav, codec: string, parameters: number) {
    const sampleRate = libav.AVCodecParameters_sample_rate_sync(parameters);
    const channels = libav.AVCodecParameters_channels_sync(parameters);
    if (codec === 'none' || sampleRate < 1 || sampleRate > maxRate || channels < 1) throw damagedMedia();
    if (channels > maxChannels) throw new ConversionError(fault('audio.channels', channels));
    // Opus and Vorbis are decoded by their reference libraries.
    const decoder = codec === 'opus' || codec === 'vorbis' ? `lib${codec}` : codec;
    if (libav.avcodec_find_decoder_by_name_sync(decoder) === 0) {
      throw new ConversionError(fault('audio.codec', codec));
    }
    this.#libav = libav;
    this.#isForgiving = forgiving.has(codec);
    [, this.#context, this.#packet, this.#frame] = libav.ff_init_decoder_sync(decoder, parameters);
    const channelMask = libav.AVCodecParameters_channel_layoutmask_sync(parameters);
    this.shape = {
      sampleRate,
      channels,
      channelMask: channelMask || (usualMasks[channels - 1] ?? 0),
      sampleFormat: libav.AVCodecContext_sample_fmt_sync(this.#context),
      ...(codec === 'vorbis' && channels > 2 ? vorbisSpeakers[channels - 3] : {}),
    };
  }

  /**
   * Decodes packets and frees them. Returns pointers to frames, which the caller has to free. Without packets, returns
   * the decoder's remaining frames.
   * @throws ConversionError `conversion.invalid_input`
   */
  decode(packets: readonly number[]): readonly number[] {
    const config = { fin: packets.length === 0, copyoutFrame: 'ptr' } as const;
    try {
      return this.#libav.ff_decode_multi_sync(this.#context, this.#packet, this.#frame, [...packets], config);
    } catch (error) {
      if (this.#isForgiving && !isTrap(error)) return [];
      throw damagedMedia(error);
    }
  }

  close(): void {
    this.#libav.ff_free_decoder_sync(this.#context, this.#packet, this.#frame);
  }
}

function isTrap(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}

/** Converts audio to another sample rate, channel layout, sample format, and frame size. */
class SoundFilter {
  readonly #libav: Libav;
  readonly #graph: number;
  readonly #source: number;
  readonly #sink: number;
  readonly #frame: number;

  /** `frameSize` applies to every frame but the last; 0 leaves the frames' sizes unchanged. */
  constructor(libav: Libav, from: SoundShape, to: SoundShape, frameSize: number) {
    this.#libav = libav;
    [this.#graph, this.#source, this.#sink] = libav.ff_init_filter_graph_sync(
      graphFor(from),
      settings(from),
      {
        ...settings(to),
        frame_size: frameSize,
      },
    );
    this.#frame = libav.av_frame_alloc_sync();
  }

  /** Converts frames and frees them. Without frames, returns the remaining ones. */
  push(frames: readonly number[]): readonly number[] {
    const config = { fin: frames.length === 0, copyoutFrame: 'ptr' } as const;
    return this.#libav.ff_filter_multi_sync(this.#source, this.#sink, this.#frame, [...frames], config);
  }

  close(): void {
    this.#libav.av_frame_free_js_sync(this.#frame);
    this.#libav.avfilter_graph_free_js_sync(this.#graph);
  }
}

/** The filter that sorts the channels by speaker. */
function graphFor({ channelMask, order }: SoundShape): string {
  if (order === undefined) return 'anull';
  return [`pan=0x${channelMask.toString(16)}`, ...order.map((from, to) => `c${to}=c${from}`)].join('|');
}

function settings({ sampleRate, channelMask, sampleFormat }: SoundShape) {
  return { sample_rate: sampleRate, channel_layout: channelMask, sample_fmt: sampleFormat };
}

/**
 * Decodes the audio packet by packet and converts it to the requested shape, so that little of it is in memory at a
 * time. Yields pointers to frames; the caller has to free them.
 * @throws ConversionError
 */
export async function* shapedFrames(
  libav: Libav,
  reader: SoundReader,
  decoder: SoundDecoder,
  shape: SoundShape,
  frameSize: number,
): AsyncGenerator<readonly number[]> {
  checkResampling(decoder.shape.sampleRate, shape.sampleRate);
  const filter = new SoundFilter(libav, decoder.shape, shape, frameSize);
  for await (const packets of reader.packets()) {
    const frames = packets.length === 0 ? [] : decoder.decode(packets);
    const shaped = frames.length === 0 ? [] : filter.push(frames);
    if (shaped.length > 0) yield shaped;
  }
  const rest = decoder.decode([]);
  const shaped = [...(rest.length === 0 ? [] : filter.push(rest)), ...filter.push([])];
  if (shaped.length > 0) yield shaped;
  filter.close();
}
