import { fault } from '../../contract/fault.ts';
import { DisposableStore } from '../../util/disposable.ts';
import { ConversionError, isConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { openBytes } from '../lib/byteSource.ts';
import { damagedMedia } from '../lib/mediaFaults.ts';
import { soundOptions, targetOf } from './audio.ts';
import { encodeSound } from './encode.ts';
import { encodeAac } from './encodeAac.ts';
import { isFreeFormat } from './freeFormat.ts';
import { highHalf, type Libav, loadLibav, lowHalf, mountInput, mountOutput, resetLibav } from './libav.ts';
import { asWave } from './asWave.ts';
import { SoundDecoder } from './soundDecoder.ts';
import { SoundFile } from './soundFile.ts';
import { SoundReader } from './soundReader.ts';

/** Converts a file's audio. Copies it unchanged if the target supports its codec, and re-encodes it otherwise. */
export async function convertAudio({ from, inputPath, outputPath, to, options }: EngineTask): Promise<void> {
  const wanted = soundOptions.parse(options);
  const libav = await loadLibav();
  const store = new DisposableStore();
  try {
    const bytes = store.add(openBytes(inputPath));
    store.add(mountInput(libav, asWave(bytes, from)));
    const reader = await SoundReader.open(libav);
    if (to === 'm4a') await encodeAac(libav, reader, outputPath, wanted);
    else {
      store.add(mountOutput(libav, outputPath));
      const { container, takes } = targetOf(to);
      const { codec, ...changes } = wanted;
      const isFitting = codec === undefined ? takes.includes(reader.codec) : codec === reader.codec;
      if (isFitting && Object.keys(changes).length === 0) await copySound(libav, reader, container);
      else await encodeSound(libav, reader, to, wanted);
    }
    reader.close();
  } catch (error) {
    resetLibav();
    const conversionError = asConversionError(error);
    const isDamaged =
      isConversionError(conversionError) && conversionError.code === 'conversion.invalid_input';
    if (from === 'mp3' && isDamaged && hasFreeFormat(inputPath))
      throw new ConversionError(fault('mp3.freeFormat'), { cause: error });
    throw conversionError;
  } finally {
    store.dispose();
  }
}

function hasFreeFormat(path: string): boolean {
  const source = openBytes(path);
  try {
    return isFreeFormat(source);
  } finally {
    source.dispose();
  }
}

function asConversionError(error: unknown): unknown {
  // Disk errors are the service's own. Errors from FFmpeg's libraries are about the file.
  if (isConversionError(error) || !(error instanceof Error) || 'syscall' in error) return error;
  if (error.name !== 'RuntimeError') return damagedMedia(error);
  return new ConversionError(fault('audio.complex'), { cause: error });
}

/**
 * Copies the audio packets to another container without re-encoding.
 * @throws ConversionError
 */
async function copySound(libav: Libav, reader: SoundReader, container: string): Promise<void> {
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
