import { readFile } from 'node:fs/promises';
import { withFile } from './lentFiles.ts';
import { printed, printedText } from './program.ts';

/** A stream as ffprobe describes it. */
export interface Stream {
  readonly index: number;
  readonly codec_type: string;
  readonly codec_name: string;
  readonly codec_tag_string?: string;
  readonly sample_rate?: string;
  readonly channels?: number;
  readonly bits_per_raw_sample?: string;
  readonly start_time?: string;
  readonly width?: number;
  readonly height?: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly disposition?: Readonly<Record<string, number>>;
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

export interface Probe {
  readonly container: string;
  readonly streams: readonly Stream[];
  /** The tags of the file and its streams, with names in lower case. */
  readonly tags: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly duration: number;
}

/** ffprobe's description of a file. */
export async function probe(content: Buffer, format: string): Promise<Probe> {
  return withFile(content, format, async (file) => {
    const wanted = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json'];
    const { streams, format: container } = JSON.parse(await printedText('ffprobe', [...wanted, file]));
    const tags: Record<string, string> = Object.assign(
      {},
      ...streams.map((stream: Stream) => stream.tags),
      container.tags,
    );
    return {
      container: container.format_name,
      streams,
      tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value])),
      duration: Number(container.duration),
    };
  });
}

/** A digest of the video's pictures, as decoded by FFmpeg. Any warning is an error. */
export async function pictureDigest(content: Buffer, format: string): Promise<string> {
  const output = await decoded(content, format, ['-map', '0:v:0', '-fps_mode', 'passthrough', '-f', 'md5']);
  return output.toString();
}

/** The pictures of a video in red, green, and blue, concatenated. */
export async function pictures(
  content: Buffer,
  format: string,
  filters: readonly string[] = [],
): Promise<Buffer> {
  const filter = filters.length === 0 ? [] : ['-vf', filters.join(',')];
  const raw = ['-fps_mode', 'passthrough', '-pix_fmt', 'rgb24', '-f', 'rawvideo'];
  return decoded(content, format, ['-map', '0:v:0', ...filter, ...raw]);
}

/** The cover of an audio file, unchanged. */
export async function cover(content: Buffer, format: string): Promise<Buffer> {
  return decoded(content, format, ['-map', '0:v:0', '-c', 'copy', '-f', 'image2pipe']);
}

interface Sound {
  /** The number of the audio stream, by default 0. */
  readonly track?: number;
  readonly sampleRate: number;
  readonly channels: number;
}

/** The samples of a track, its channels interleaved, from -1 to 1. */
export async function samples(
  content: Buffer,
  format: string,
  { track = 0, sampleRate, channels }: Sound,
): Promise<Float32Array> {
  const wanted = ['-map', `0:a:${track}`, '-ar', String(sampleRate), '-ac', String(channels)];
  const bytes = await decoded(content, format, [...wanted, '-c:a', 'pcm_f32le', '-f', 'f32le']);
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** A file made by ffmpeg with these arguments: a sample from another program. */
export async function made(format: string, args: readonly string[]): Promise<Buffer> {
  return withFile(Buffer.alloc(0), format, async (file) => {
    await printed('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, file]);
    return readFile(file);
  });
}

/** FFmpeg's standard output for a file. Any warning is an error. */
export async function decoded(content: Buffer, format: string, args: readonly string[]): Promise<Buffer> {
  return withFile(content, format, async (file) =>
    printed('ffmpeg', ['-v', 'error', '-nostdin', '-xerror', '-i', file, ...args, '-']),
  );
}
