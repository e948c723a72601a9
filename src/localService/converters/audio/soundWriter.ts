import type { Encoding } from './encodings.ts';
import { outputName } from './files.ts';
import type { Libav } from './libav.ts';
import { dictionaryOf, type Tags } from './tags.ts';

const highHalf = 2 ** 32;

/** Encodes one track of sound into a new file. */
export class SoundWriter {
  /** How many samples a frame must have; 0 is any. */
  readonly frameSize: number;
  readonly #libav: Libav;
  readonly #rate: number;
  readonly #context: number;
  readonly #frame: number;
  readonly #packet: number;
  readonly #format: number;
  readonly #file: number;
  #samples = 0;

  /** Writes into what is mounted as the output. */
  constructor(libav: Libav, { container, encoder, shape, settings }: Encoding, tags: Tags) {
    this.#libav = libav;
    this.#rate = shape.sampleRate;
    const [, context, frame, packet, frameSize] = libav.ff_init_encoder_sync(encoder, {
      ctx: {
        sample_fmt: shape.sampleFormat,
        sample_rate: shape.sampleRate,
        channel_layout: shape.channelMask,
        channels: shape.channels,
      },
      time_base: [1, shape.sampleRate],
      options: { ...settings },
    });
    this.#context = context;
    this.#frame = frame;
    this.#packet = packet;
    this.frameSize = frameSize;
    const [format, , file, [stream = 0]] = libav.ff_init_muxer_sync(
      { format_name: container, filename: outputName, open: true },
      [[context, 1, shape.sampleRate]],
    );
    this.#format = format;
    this.#file = file;
    // Ogg has its tags in the stream.
    if (container === 'ogg') libav.AVStream_metadata_s_sync(stream, dictionaryOf(libav, tags));
    else libav.AVFormatContext_metadata_s_sync(format, dictionaryOf(libav, tags));
    // Beyond 4 GiB, WAV has to be RF64.
    if (container === 'wav') libav.av_opt_set_sync(format, 'rf64', 'auto', libav.AV_OPT_SEARCH_CHILDREN);
    const written = libav.avformat_write_header_sync(format, 0);
    if (written < 0) throw new Error(`Header: ${libav.ff_error_sync(written)}`);
  }

  /** How long what was written is, in seconds. */
  get duration(): number {
    return this.#samples / this.#rate;
  }

  /** Encodes frames of the encoding's shape, which are freed. */
  write(frames: readonly number[]): void {
    for (const frame of frames) this.#stamp(frame);
    this.#encode(frames, false);
  }

  finish(): void {
    this.#encode([], true);
    const written = this.#libav.av_write_trailer_sync(this.#format);
    if (written < 0) throw new Error(`Trailer: ${this.#libav.ff_error_sync(written)}`);
  }

  close(): void {
    this.#libav.ff_free_muxer_sync(this.#format, this.#file);
    this.#libav.ff_free_encoder_sync(this.#context, this.#frame, this.#packet);
  }

  /** Counts the samples: what the source says of times may have holes. */
  #stamp(frame: number): void {
    this.#libav.AVFrame_pts_s_sync(frame, (this.#samples % highHalf) | 0);
    this.#libav.AVFrame_ptshi_s_sync(frame, Math.floor(this.#samples / highHalf));
    this.#libav.AVFrame_time_base_s_sync(frame, 1, this.#rate);
    this.#samples += this.#libav.AVFrame_nb_samples_sync(frame);
  }

  #encode(frames: readonly number[], isLast: boolean): void {
    const packets = this.#libav.ff_encode_multi_sync(this.#context, this.#frame, this.#packet, [...frames], {
      fin: isLast,
      copyoutPacket: 'ptr',
    });
    this.#libav.ff_write_multi_sync(this.#format, this.#packet, packets, false);
  }
}
