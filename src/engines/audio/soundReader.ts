import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damagedMedia } from '../lib/mediaFaults.ts';
import { type Cover, readCover, readTags, type Tags } from './metadata.ts';
import { audioType, inputName, joinHalves, type Libav, videoType } from './libav.ts';

type Stream = Awaited<ReturnType<Libav['ff_init_demuxer_file']>>[1][number];

/** The audio may end this much earlier than the header declares. */
const maxMissingSeconds = 0.1;
const microseconds = 1_000_000;
const endOfFile = -541478725;
/** With this limit of one byte, each call reads a single packet. */
const onePacket = { limit: 1, unify: true, copyoutPacket: 'ptr' } as const;

/** Reads the first audio track of a file, packet by packet. */
export class SoundReader {
  /** FFmpeg's name for the codec. */
  readonly codec: string;
  /** A pointer to the track's `AVCodecParameters`. */
  readonly parameters: number;
  readonly timeBase: readonly [numerator: number, denominator: number];
  readonly tags: Tags;
  readonly #libav: Libav;
  readonly #format: number;
  readonly #track: Stream;
  readonly #picture: Stream | undefined;
  readonly #packet: number;
  #first: readonly number[] = [];
  #pictureBytes: Uint8Array | undefined;
  #isEnded = false;
  /** The end time of the last packet that was read. */
  #seconds = 0;

  private constructor(libav: Libav, format: number, streams: readonly Stream[]) {
    const track = streams.find((each) => each.codec_type === audioType);
    if (!track) throw new ConversionError(fault('audio.none'));
    this.#libav = libav;
    this.#format = format;
    this.#track = track;
    this.#picture = streams.find((each) => each.codec_type === videoType);
    this.#packet = libav.av_packet_alloc_sync();
    this.codec = codecOf(libav, track);
    this.parameters = track.codecpar;
    this.timeBase = [track.time_base_num, track.time_base_den];
    this.tags = {
      ...readTags(libav, libav.AVStream_metadata_sync(track.ptr)),
      ...readTags(libav, libav.AVFormatContext_metadata_sync(format)),
    };
  }

  /**
   * Opens the mounted input and reads the first packet.
   * @throws ConversionError
   */
  static async open(libav: Libav): Promise<SoundReader> {
    const [format, streams] = await libav.ff_init_demuxer_file(inputName);
    const reader = new SoundReader(libav, format, streams);
    await reader.#readFirst();
    return reader;
  }

  /** Returns the cover if it precedes the track's first packet and players show it. */
  async cover(): Promise<Cover | undefined> {
    return this.#pictureBytes && readCover(this.#pictureBytes);
  }

  /** Yields pointers to the track's packets, in batches. The caller has to free them. */
  async *packets(): AsyncGenerator<readonly number[]> {
    const beginning = this.#first;
    yield beginning;
    while (!this.#isEnded) yield await this.#read();
    const declared = this.#declaredSeconds();
    if (declared - this.#seconds > maxMissingSeconds) throw cutOff(this.#seconds, declared);
  }

  close(): void {
    this.#libav.av_packet_free_js_sync(this.#packet);
    this.#libav.avformat_close_input_js_sync(this.#format);
  }

  async #readFirst(): Promise<void> {
    this.#first = await this.#read();
  }

  async #read(): Promise<readonly number[]> {
    for (;;) {
      const [state, { 0: packets = [] }] = await this.#libav.ff_read_frame_multi(
        this.#format,
        this.#packet,
        onePacket,
      );
      const kept = packets.filter((packet) => this.#keep(packet));
      if (state === endOfFile) this.#isEnded = true;
      else if (state < 0 && packets.length === 0) throw damagedMedia();
      if (kept.length > 0 || this.#isEnded) return kept;
    }
  }

  #keep(packet: number): boolean {
    const index = this.#libav.AVPacket_stream_index_sync(packet);
    if (index === this.#track.index) {
      const [numerator, denominator] = this.timeBase;
      const end = pts(this.#libav, packet) + this.#libav.AVPacket_duration_sync(packet);
      this.#seconds = Math.max(this.#seconds, (end * numerator) / denominator);
      return true;
    }
    if (index === this.#picture?.index) this.#pictureBytes ??= this.#bytesOf(packet);
    this.#libav.av_packet_free_js_sync(packet);
    return false;
  }

  #bytesOf(packet: number): Uint8Array {
    return this.#libav.copyout_u8_sync(
      this.#libav.AVPacket_data_sync(packet),
      this.#libav.AVPacket_size_sync(packet),
    );
  }

  /** The duration from the header, or 0 for none. For MP3, the header's is only an estimate, so it is ignored. */
  #declaredSeconds(): number {
    if (this.codec === 'mp3') return 0;
    const low = this.#libav.AVFormatContext_duration_sync(this.#format);
    return joinHalves(low, this.#libav.AVFormatContext_durationhi_sync(this.#format)) / microseconds;
  }
}

function pts(libav: Libav, packet: number): number {
  return joinHalves(libav.AVPacket_pts_sync(packet), libav.AVPacket_ptshi_sync(packet));
}

function cutOff(there: number, declared: number): ConversionError {
  return new ConversionError(fault('audio.cutOff', there.toFixed(1), declared.toFixed(1)));
}

function codecOf(libav: Libav, { codec_id }: Stream): string {
  return libav.avcodec_get_name_sync(codec_id);
}
