import { createH264MP4Encoder, type H264MP4Encoder } from 'h264-mp4-encoder';
import { BufferSource, EncodedPacket, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import type { Frame } from '../images/animation/frames.ts';

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

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The weights of red, green, and blue, multiplied by 65536 (ITU-R BT.601, in the range from 16 to 235). */
const luma = [16_829, 33_039, 6416] as const;
const blueness = [-9714, -19_070, 28_784] as const;
const redness = [28_784, -24_103, -4681] as const;
const [lumaStart, chromaStart] = [16, 128];

/** Rounds width and height up to even numbers. */
function evenSize({ width, height }: FrameSize): FrameSize {
  return { width: width + (width % 2), height: height + (height % 2) };
}

/**
 * Converts a frame to luma and chroma planes, with one color for four pixels, as encoders expect. Padding to even sides
 * repeats the neighboring pixels.
 */
function yuvOf(rgba: Uint8Array, size: FrameSize): Uint8Array {
  const { width, height } = evenSize(size);
  const area = width * height;
  const yuv = new Uint8Array((area * 3) / 2);
  for (let top = 0; top < height; top += 2) {
    for (let left = 0; left < width; left += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner += 1) {
        const x = left + (corner & 1);
        const y = top + (corner >> 1);
        const from = 4 * (Math.min(y, size.height - 1) * size.width + Math.min(x, size.width - 1));
        const r = rgba[from] ?? 0;
        const g = rgba[from + 1] ?? 0;
        const b = rgba[from + 2] ?? 0;
        yuv[y * width + x] = lumaStart + ((luma[0] * r + luma[1] * g + luma[2] * b + 0x8000) >> 16);
        red += r;
        green += g;
        blue += b;
      }
      const at = area + (top * width) / 4 + left / 2;
      yuv[at] = chroma(blueness, red, green, blue);
      yuv[at + area / 4] = chroma(redness, red, green, blue);
    }
  }
  return yuv;
}

/** Computes a chroma value from the sums of four pixels. */
function chroma(
  weights: readonly [number, number, number],
  red: number,
  green: number,
  blue: number,
): number {
  return chromaStart + ((weights[0] * red + weights[1] * green + weights[2] * blue + 0x2_0000) >> 18);
}
