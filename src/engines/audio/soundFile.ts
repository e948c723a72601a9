import { attachFile, attachPicture, type Cover, coverTag, dictionaryOf, type Tags } from './metadata.ts';
import { type Libav, outputName } from './libav.ts';

/** An audio file's tags and cover. */
interface SoundMetadata {
  readonly tags: Tags;
  readonly cover: Cover | undefined;
}

/** The parameters of the track's packets, from an encoder or from the source file. */
type AudioTrack = ({ readonly context: number } | { readonly parameters: number }) & {
  readonly timeBase: readonly [numerator: number, denominator: number];
};

/** A new file with one audio track, written to the mounted output. */
export class SoundFile {
  readonly #libav: Libav;
  readonly #format: number;
  readonly #file: number;
  readonly #packet: number;

  /** Creates the file and writes its header. */
  constructor(libav: Libav, container: string, track: AudioTrack, { tags, cover }: SoundMetadata) {
    const isCopied = 'parameters' in track;
    const [format, , file, [stream = 0]] = libav.ff_init_muxer_sync(
      { format_name: container, filename: outputName, open: true, codecpars: isCopied },
      [[isCopied ? track.parameters : track.context, ...track.timeBase]],
    );
    this.#libav = libav;
    this.#format = format;
    this.#file = file;
    this.#packet = libav.av_packet_alloc_sync();
    // In Ogg, the tags belong to the stream, and the cover is a tag.
    if (container === 'ogg') {
      libav.AVStream_metadata_s_sync(stream, dictionaryOf(libav, { ...tags, ...(cover && coverTag(cover)) }));
    } else libav.AVFormatContext_metadata_s_sync(format, dictionaryOf(libav, tags));
    // WAV files larger than 4 GiB have to be RF64.
    if (container === 'wav') libav.av_opt_set_sync(format, 'rf64', 'auto', libav.AV_OPT_SEARCH_CHILDREN);
    if (container === 'matroska' && cover) attachFile(libav, format, cover);
    const holdsPicture = container === 'mp3' || container === 'flac';
    const picture = holdsPicture && cover && attachPicture(libav, format, cover);
    this.#check(libav.avformat_write_header_sync(format, 0));
    if (picture) this.write([picture]);
  }

  /** Writes packets. Frees those that are passed as pointers. */
  write(packets: Parameters<Libav['ff_write_multi']>[2]): void {
    this.#libav.ff_write_multi_sync(this.#format, this.#packet, packets, false);
  }

  finish(): void {
    this.#check(this.#libav.av_write_trailer_sync(this.#format));
    this.#libav.av_packet_free_js_sync(this.#packet);
    this.#libav.ff_free_muxer_sync(this.#format, this.#file);
  }

  #check(result: number): void {
    if (result < 0) throw new Error(this.#libav.ff_error_sync(result));
  }
}
