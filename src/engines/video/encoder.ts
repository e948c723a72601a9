import { createH264MP4Encoder, type H264MP4Encoder } from 'h264-mp4-encoder';
import { BufferSource, EncodedPacket, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import type { Frame } from '../images/animation/frames.ts';
import { evenSize, type FrameSize, yuvOf } from './yuv.ts';

/** An encoded frame. */
interface VideoPacket {
  /** Including its timestamp in the video, in seconds. */
  readonly packet: EncodedPacket;
  readonly config: VideoDecoderConfig;
}

/** Frames per batch in memory; each batch begins with a key frame, for seeking. */
const lotFrames = 250;
/** From 0, the smallest output, to 10. */
const speed = 4;
const lengthBytes = 4;
/** A NAL unit type: a picture that doesn't depend on others (ITU-T H.264, table 7-1). */
const wholePicture = 5;
/** As yuv.ts makes them from sRGB. */
const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'smpte170m', fullRange: false } as const;

/** Encodes frames as H.264. `quantizer` is the coarseness, from 10 to 51. */
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

/** The encoder writes an MP4 file into memory, with equal frame durations; the real ones are applied here. */
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
    if (!track || !config) throw new Error('The encoder wrote no video.');
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
