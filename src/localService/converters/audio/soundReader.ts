import { ConversionError } from '../conversionError.ts';
import { damagedMedia, takesFfmpeg } from '../media/faults.ts';
import { inputName } from './files.ts';
import { audioType, type Libav } from './libav.ts';
import { readTags, type Tags } from './tags.ts';

/** How sound is laid out. */
export interface SoundShape {
  readonly sampleRate: number;
  readonly channels: number;
  /** Which speakers the channels are for, a bit each. */
  readonly channelMask: number;
  /** `AVSampleFormat`. */
  readonly sampleFormat: number;
}

type Stream = Awaited<ReturnType<Libav['ff_init_demuxer_file']>>[1][number];

const maxChannels = 8;
const maxRate = 768_000;
const endOfFile = -541478725;
/** Reading goes on until so many bytes are there, so it stops behind each packet. */
const onePacket = { limit: 1, unify: true, copyoutPacket: 'ptr' } as const;
/** Where a stream was cut out of another, what its first packets build on is missing; players skip these. */
const forgiving: ReadonlySet<string> = new Set(['mp3']);
/** Speakers where a file does not name them, from one channel to eight (`av_channel_layout_default`). */
const usualMasks = [0x4, 0x3, 0xb, 0x107, 0x37, 0x3f, 0x70f, 0x63f] as const;

/** The first track of sound in a file, decoded packet by packet. */
export class SoundReader {
  readonly tags: Tags;
  readonly codec: string;
  /** As it comes out of the decoder. */
  readonly shape: SoundShape;
  readonly #libav: Libav;
  readonly #format: number;
  readonly #track: Stream;
  readonly #context: number;
  readonly #packet: number;
  readonly #frame: number;

  private constructor(libav: Libav, format: number, streams: readonly Stream[]) {
    const track = streams.find((each) => each.codec_type === audioType);
    if (!track) throw new ConversionError('conversion.invalid_input', 'The file holds no audio.');
    this.#libav = libav;
    this.#format = format;
    this.#track = track;
    this.codec = libav.avcodec_get_name_sync(track.codec_id);
    this.tags = {
      ...readTags(libav, libav.AVStream_metadata_sync(track.ptr)),
      ...readTags(libav, libav.AVFormatContext_metadata_sync(format)),
    };
    const { sampleRate, channels } = this.#declared();
    const decoder = decoderName(this.codec);
    if (libav.avcodec_find_decoder_by_name_sync(decoder) === 0) {
      throw takesFfmpeg(`The audio is encoded as ${this.codec}, which can’t be decoded here`);
    }
    const [, context, packet, frame] = libav.ff_init_decoder_sync(decoder, track.codecpar);
    this.#context = context;
    this.#packet = packet;
    this.#frame = frame;
    this.shape = {
      sampleRate,
      channels,
      channelMask:
        libav.AVCodecParameters_channel_layoutmask_sync(track.codecpar) || (usualMasks[channels - 1] ?? 0),
      sampleFormat: libav.AVCodecContext_sample_fmt_sync(context),
    };
  }

  /** Opens what is mounted as the input. @throws ConversionError */
  static async open(libav: Libav): Promise<SoundReader> {
    const [format, streams] = await libav.ff_init_demuxer_file(inputName);
    return new SoundReader(libav, format, streams);
  }

  /** The sound, as pointers to frames that the caller has to free. @throws ConversionError */
  async *frames(): AsyncGenerator<readonly number[]> {
    for (;;) {
      const [state, packets] = await this.#libav.ff_read_frame_multi(this.#format, this.#packet, onePacket);
      for (const packet of packets[0] ?? []) {
        if (this.#libav.AVPacket_stream_index_sync(packet) === this.#track.index)
          yield this.#decode([packet]);
        else this.#libav.av_packet_free_js_sync(packet);
      }
      if (state === endOfFile) break;
    }
    yield this.#decode([]);
  }

  /** Decodes a packet, or for none what the decoder still holds. */
  #decode(packets: number[]): readonly number[] {
    const config = { fin: packets.length === 0, copyoutFrame: 'ptr' } as const;
    try {
      return this.#libav.ff_decode_multi_sync(this.#context, this.#packet, this.#frame, packets, config);
    } catch (error) {
      if (forgiving.has(this.codec)) return [];
      throw damagedMedia(error);
    }
  }

  close(): void {
    this.#libav.ff_free_decoder_sync(this.#context, this.#packet, this.#frame);
    this.#libav.avformat_close_input_js_sync(this.#format);
  }

  /** @throws ConversionError for what no real recording has */
  #declared(): { readonly sampleRate: number; readonly channels: number } {
    const sampleRate = this.#libav.AVCodecParameters_sample_rate_sync(this.#track.codecpar);
    const channels = this.#libav.AVCodecParameters_channels_sync(this.#track.codecpar);
    if (sampleRate < 1 || sampleRate > maxRate || channels < 1) throw damagedMedia();
    if (channels > maxChannels) throw takesFfmpeg(`The audio has ${channels} channels`);
    return { sampleRate, channels };
  }
}

/** Two codecs are decoded by libraries of their makers. */
function decoderName(codec: string): string {
  return codec === 'opus' || codec === 'vorbis' ? `lib${codec}` : codec;
}
