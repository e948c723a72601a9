import { isUtf8 } from 'node:buffer';
import sharp from 'sharp';
import { mediaTypeOf } from '../../contract/formats/table.ts';
import { ownValue } from '../../util/ownValue.ts';
import { uint32 } from '../lib/bigEndian.ts';
import { type Libav, videoType } from './libav.ts';

/** A cover picture of an audio file. */
export interface Cover {
  /** FFmpeg's name for the picture's codec. */
  readonly codec: 'mjpeg' | 'png';
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const codecs: Readonly<Record<string, Cover['codec']>> = { jpeg: 'mjpeg', png: 'png' };
const names = { mjpeg: 'cover.jpg', png: 'cover.png' } as const;
/** The media types of covers, keyed by FFmpeg's names of their codecs. */
export const coverMediaTypes = { mjpeg: mediaTypeOf('jpg'), png: mediaTypeOf('png') } as const;
const frontCover = 3;
/** The length of a FLAC picture block has three bytes. */
const maxCoverBytes = 0xff_0000;
/** The value of FFmpeg's `AVMEDIA_TYPE_ATTACHMENT`. */
const attachmentType = 4;
const unknownFormat = -1;
const keyFrame = 1;

/** Reads the cover from a picture stream. Returns undefined if audio players wouldn't show it. */
export async function readCover(bytes: Uint8Array): Promise<Cover | undefined> {
  if (bytes.length > maxCoverBytes) return undefined;
  const { format, width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: '', width: 0, height: 0 }));
  const codec = ownValue(codecs, format);
  return codec && { codec, bytes, width, height };
}

/** The cover as an Ogg tag, which contains a FLAC picture block (RFC 9639, 8.8) in Base64. */
export function coverTag(cover: Cover): Readonly<Record<string, string>> {
  const type = Buffer.from(coverMediaTypes[cover.codec]);
  // The zeros stand for an empty description, and for an unknown color depth and number of colors.
  const facts = uint32(0, cover.width, cover.height, 0, 0, cover.bytes.length);
  const block = [uint32(frontCover, type.length), type, facts, cover.bytes];
  return { METADATA_BLOCK_PICTURE: Buffer.concat(block).toString('base64') };
}

/**
 * Adds the cover as a second stream to a file whose header isn't written yet.
 * @returns the packet to write after the header
 */
export function attachPicture(libav: Libav, format: number, cover: Cover) {
  const { width, height, bytes } = cover;
  const stream = libav.avformat_new_stream_sync(format, 0);
  const codec = { codec_type: videoType, codec_id: codecId(libav, cover), format: unknownFormat };
  libav.ff_copyin_codecpar_sync(libav.AVStream_codecpar_sync(stream), { ...codec, width, height });
  libav.av_opt_set_sync(stream, 'disposition', 'attached_pic', 0);
  libav.AVStream_metadata_s_sync(stream, dictionaryOf(libav, { comment: 'Cover (front)' }));
  return { data: bytes, stream_index: 1, pts: 0, ptshi: 0, dts: 0, dtshi: 0, flags: keyFrame };
}

/** Adds the cover as an attachment to a Matroska file whose header isn't written yet. */
export function attachFile(libav: Libav, format: number, cover: Cover): void {
  const stream = libav.avformat_new_stream_sync(format, 0);
  const codec = { codec_type: attachmentType, codec_id: codecId(libav, cover), format: unknownFormat };
  libav.ff_copyin_codecpar_sync(libav.AVStream_codecpar_sync(stream), { ...codec, extradata: cover.bytes });
  const about = { filename: names[cover.codec], mimetype: coverMediaTypes[cover.codec] };
  libav.AVStream_metadata_s_sync(stream, dictionaryOf(libav, about));
}

function codecId(libav: Libav, { codec }: Cover): number {
  return libav.AVCodecDescriptor_id_sync(libav.avcodec_descriptor_get_by_name_sync(codec));
}

/** Tags in which a program describes itself and its encoding. They don't apply to a converted file. */
const technical: ReadonlySet<string> = new Set([
  'bps',
  'compatible_brands',
  'duration',
  'encoded-by',
  'encoded_by',
  'encodedby',
  'encoder',
  'handler_name',
  'language',
  'major_brand',
  'metadata_block_picture',
  'minor_version',
  'software',
  'tlen',
  'vendor_id',
]);

function isTechnical(tag: string): boolean {
  const name = tag.toLowerCase();
  return technical.has(name) || name.startsWith('number_of_') || name.startsWith('_statistics_');
}

export type Tags = Readonly<Record<string, string>>;

/** Reads the tags of a file or a stream, with FFmpeg's names for them. */
export function readTags(libav: Libav, dictionary: number): Tags {
  const tags = new Map<string, string>();
  for (let entry = 0; (entry = libav.av_dict_iterate_sync(dictionary, entry)) !== 0;) {
    const name = libav.AVDictionaryEntry_key_sync(entry);
    if (isTechnical(name)) continue;
    const value = libav.AVDictionaryEntry_value_sync(entry);
    tags.set(name, value.includes('\ufffd') ? westernText(libav, entry, value.length) : value);
  }
  return Object.fromEntries(tags);
}

/** Offset of the pointer to the value in FFmpeg's `AVDictionaryEntry`. */
const valueAt = 4;
/** The maximum number of bytes that are decoded to one UTF-16 unit. */
const maxUnitBytes = 3;

/** Reads a value that isn't UTF-8. Programs for Windows write the tags of a WAV in the encoding of their user's system. */
function westernText(libav: Libav, entry: number, units: number): string {
  const [start = 0] = libav.copyout_s32_sync(entry + valueAt, 1);
  const bytes = Buffer.from(libav.copyout_u8_sync(start, units * maxUnitBytes + 1));
  const value = bytes.subarray(0, bytes.indexOf(0));
  return new TextDecoder(isUtf8(value) ? 'utf-8' : 'windows-1252').decode(value);
}

/** Creates a dictionary with these entries. FFmpeg's libraries free it together with the object that it is set on. */
export function dictionaryOf(libav: Libav, entries: Tags): number {
  return Object.entries(entries).reduce(
    (dictionary, [name, value]) => libav.av_dict_set_js_sync(dictionary, name, value, 0),
    0,
  );
}
