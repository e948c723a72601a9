import { createH264MP4Encoder, type H264MP4Encoder } from 'h264-mp4-encoder';
import { BufferSource, EncodedPacket, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import type { Frame } from '../images/animation/frames.ts';
import { evenSize, type FrameSize, yuvOf } from './yuv.ts';

interface VideoPacket {
  /** The packet, whose timestamp is relative to the start of the video, in seconds. */
  readonly packet: EncodedPacket;
  readonly config: VideoDecoderConfig;
}

/** The number of frames per batch in memory. Each batch starts with a key frame, so that players can seek. */
const lotFrames = 250;
/** The encoder's speed, from 0 for the smallest output to 10 for the fastest. */
const speed = 4;
const lengthBytes = 4;
/** The NAL unit type of a picture that doesn't depend on other pictures (ITU-T H.264, table 7-1). */
const wholePicture = 5;
/** The color space of the frames that `yuv.ts` converts from sRGB. */
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'smpte170m', fullRange: false } as const;

/** Encodes frames as H.264. `quantizer` ranges from 10 to 51, and lower is better. */
export async function* encoded(
  frames: AsyncIterable<Frame>,
  size: FrameSize,
  quantizer: number,
): AsyncGenerator<VideoPacket> {
  let startMs = 0;
  let lot: FrameLot | undefined;
  try {
    for await (const { rgba, durationMs } of frames) {
      lot ??= await FrameLot.begin(size, quantizer, startMs);
      lot.add(yuvOf(rgba, size), durationMs);
      startMs += durationMs;
      if (!lot.isFull) continue;
      yield* lot.packets();
      lot = lot.dispose();
    }
    if (lot) yield* lot.packets();
  } finally {
    lot?.dispose();
  }
}

/**
 * Encodes a batch of frames. The encoder writes an MP4 file to memory with equal frame durations, so this class sets
 * the real ones.
 */
class FrameLot {
  readonly #encoder: H264MP4Encoder;
  readonly #timesMs: number[];
  #isOpen = true;

  private constructor(encoder: H264MP4Encoder, startMs: number) {
    this.#encoder = encoder;
    this.#timesMs = [startMs];
  }

  static async begin(size: FrameSize, quantizer: number, startMs: number): Promise<FrameLot> {
    const encoder = await createH264MP4Encoder();
    const settings = { quantizationParameter: quantizer, groupOfPictures: lotFrames, speed };
    Object.assign(encoder, evenSize(size), settings);
    encoder.initialize();
    return new FrameLot(encoder, startMs);
  }

  get isFull(): boolean {
    return this.#timesMs.length > lotFrames;
  }

  add(yuv: Uint8Array, durationMs: number): void {
    this.#encoder.addFrameYuv(yuv);
    this.#timesMs.push((this.#timesMs.at(-1) ?? 0) + durationMs);
  }

  async *packets(): AsyncGenerator<VideoPacket> {
    this.#close();
    const { FS, outputFilename } = this.#encoder;
    const input = new Input({ formats: [MP4], source: new BufferSource(FS.readFile(outputFilename)) });
    const track = await input.getPrimaryVideoTrack();
    const config = await track?.getDecoderConfig();
    if (!track || !config) throw new Error('The encoder produced no video');
    let index = 0;
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      const [start = 0, end = 0] = this.#timesMs.slice(index, index + 2);
      const type = ((data[lengthBytes] ?? 0) & 0x1f) === wholePicture ? 'key' : 'delta';
      const packet = new EncodedPacket(data, type, start / 1000, (end - start) / 1000);
      yield { packet, config: { ...config, colorSpace } };
      index += 1;
    }
    input.dispose();
  }

  dispose(): undefined {
    this.#close();
    this.#encoder.FS.unlink(this.#encoder.outputFilename);
    this.#encoder.delete();
  }

  #close(): void {
    if (this.#isOpen) this.#encoder.finalize();
    this.#isOpen = false;
  }
}
