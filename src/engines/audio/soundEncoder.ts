import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { PcmEncoding } from './encodings.ts';
import type { Libav } from './libav.ts';
import { highHalf, lowHalf } from './wideNumber.ts';

export class SoundEncoder {
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
