import type { Libav } from './libav.ts';
import type { SoundShape } from './soundDecoder.ts';

/** Converts audio to another sample rate, channel layout, sample format, and frame size. */
export class SoundFilter {
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
