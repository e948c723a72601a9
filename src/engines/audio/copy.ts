import { damagedMedia } from '../lib/media/faults.ts';
import type { Libav } from './libav.ts';
import { SoundDecoder } from './soundDecoder.ts';
import { SoundFile } from './soundFile.ts';
import type { SoundReader } from './soundReader.ts';
import { highHalf, lowHalf } from './wideNumber.ts';

/**
 * Copies the audio packets to another container without re-encoding.
 * @throws ConversionError
 */
export async function copySound(libav: Libav, reader: SoundReader, container: string): Promise<void> {
  // Ogg counts samples, but the times in other containers are only precise to a millisecond. So the packets are decoded
  // to count their samples.
  const clock = container === 'ogg' ? new SampleClock(libav, reader) : undefined;
  const { parameters, tags } = reader;
  const timeBase = clock?.timeBase ?? reader.timeBase;
  const about = { tags, cover: await reader.cover() };
  const file = new SoundFile(libav, container, { parameters, timeBase }, about);
  let isEmpty = true;
  for await (const packets of reader.packets()) {
    for (const packet of packets) {
      clock?.stamp(packet);
      libav.AVPacket_stream_index_s_sync(packet, 0);
    }
    file.write([...packets]);
    isEmpty &&= packets.length === 0;
  }
  if (isEmpty) throw damagedMedia();
  file.finish();
  clock?.close();
}

/** Sets the start and duration of packets, in samples. */
class SampleClock {
  readonly timeBase: readonly [1, number];
  readonly #libav: Libav;
  readonly #decoder: SoundDecoder;
  #samples = 0;

  constructor(libav: Libav, { codec, parameters }: SoundReader) {
    this.#libav = libav;
    this.#decoder = new SoundDecoder(libav, codec, parameters);
    this.timeBase = [1, this.#decoder.shape.sampleRate];
  }

  stamp(packet: number): void {
    const frames = this.#decoder.decode([this.#libav.av_packet_clone_sync(packet)]);
    const duration = frames.reduce((sum, frame) => sum + this.#libav.AVFrame_nb_samples_sync(frame), 0);
    for (const frame of frames) this.#libav.av_frame_free_js_sync(frame);
    const [low, high] = [lowHalf(this.#samples), highHalf(this.#samples)];
    this.#libav.AVPacket_pts_s_sync(packet, low);
    this.#libav.AVPacket_ptshi_s_sync(packet, high);
    this.#libav.AVPacket_dts_s_sync(packet, low);
    this.#libav.AVPacket_dtshi_s_sync(packet, high);
    this.#libav.AVPacket_duration_s_sync(packet, duration);
    this.#libav.AVPacket_durationhi_s_sync(packet, 0);
    this.#libav.AVPacket_time_base_s_sync(packet, ...this.timeBase);
    this.#samples += duration;
  }

  close(): void {
    this.#decoder.close();
  }
}
