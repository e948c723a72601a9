import { ownValue } from '../../../util/ownValue.ts';

/**
 * FFmpeg's arguments for a codec: the encoder and all settings that affect the quality, since defaults differ between
 * versions.
 */
export type FfmpegCodec = readonly string[];

/** One codec, or several that the user can choose from by name. The first one is the default. */
export type CodecChoice = FfmpegCodec | Readonly<Record<string, FfmpegCodec>>;

const isCodec = (choice: CodecChoice): choice is FfmpegCodec => Array.isArray(choice);

/** Returns the names of the codecs, if there is a choice. */
export function codecNames(choice: CodecChoice = []): string[] {
  return isCodec(choice) ? [] : Object.keys(choice);
}

/** Returns the codec with this name, or the first one. Ignores the name if there is no choice. */
export function chooseCodec(
  choice: CodecChoice | undefined,
  name: string | undefined,
): FfmpegCodec | undefined {
  if (choice === undefined || isCodec(choice)) return choice;
  return name === undefined ? Object.values(choice)[0] : ownValue(choice, name);
}

/** The arguments for the pixel format that every player of a codec supports. It requires an even width and height. */
const evenPixels = ['-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p'];

export const h264: FfmpegCodec = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', ...evenPixels];
export const hevc: FfmpegCodec = [
  ['-c:v', 'libx265', '-preset', 'fast', '-crf', '24', ...evenPixels],
  ['-x265-params', 'log-level=error'],
].flat();
/** HEVC with the only tag that Apple's players accept. */
export const appleHevc: FfmpegCodec = [...hevc, '-tag:v', 'hvc1'];
export const av1: FfmpegCodec = ['-c:v', 'libsvtav1', '-preset', '8', '-crf', '32', ...evenPixels];
export const vp9: FfmpegCodec = [
  ['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '5', '-row-mt', '1'],
  ['-crf', '32', '-b:v', '0', ...evenPixels],
].flat();
/** ProRes with the HQ profile. */
export const prores: FfmpegCodec = ['-c:v', 'prores_ks', '-profile:v', '3', '-pix_fmt', 'yuv422p10le'];
export const mpeg2: FfmpegCodec = ['-c:v', 'mpeg2video', '-q:v', '3', ...evenPixels];
export const mpeg4: FfmpegCodec = ['-c:v', 'mpeg4', '-q:v', '3', ...evenPixels];
export const wmv2: FfmpegCodec = ['-c:v', 'wmv2', '-q:v', '4', ...evenPixels];
export const theora: FfmpegCodec = ['-c:v', 'libtheora', '-q:v', '7', ...evenPixels];

/** The channel layouts that every version of a codec supports, for sources that specify only the number of channels. */
const layouts = ['-af', 'aformat=channel_layouts=7.1|5.1|stereo|mono'];

export const mp3: FfmpegCodec = ['-c:a', 'libmp3lame', '-q:a', '2'];
export const vorbis: FfmpegCodec = ['-c:a', 'libvorbis', '-q:a', '6'];
export const opus: FfmpegCodec = ['-c:a', 'libopus', '-b:a', '128k', ...layouts];
export const flac: FfmpegCodec = ['-c:a', 'flac'];
export const alac: FfmpegCodec = ['-c:a', 'alac'];
export const aac = (bitRate: string): FfmpegCodec => ['-c:a', 'aac', '-b:a', bitRate, ...layouts];
export const mp2 = (bitRate: string): FfmpegCodec =>
  [
    ['-c:a', 'mp2', '-b:a', bitRate],
    ['-ar', '48000', '-ac', '2'],
  ].flat();
export const ac3 = (bitRate: string): FfmpegCodec => ['-c:a', 'ac3', '-b:a', bitRate, '-ar', '48000'];
export const wma = (bitRate: string): FfmpegCodec => ['-c:a', 'wmav2', '-b:a', bitRate];

/** Uncompressed samples in little-endian or big-endian byte order. */
export const samples = (order: 'le' | 'be') =>
  ({
    pcm_s16: ['-c:a', `pcm_s16${order}`],
    pcm_s24: ['-c:a', `pcm_s24${order}`],
    pcm_f32: ['-c:a', `pcm_f32${order}`],
  }) as const satisfies CodecChoice;

export function encoderOf([, encoder = '']: FfmpegCodec): string {
  return encoder;
}

/** The quality scales of encoders, from bad to good. The best values are excluded because few players support them. */
const qualityScales: Readonly<Record<string, readonly [bad: number, good: number]>> = {
  libx264: [51, 1],
  libx265: [51, 1],
  libsvtav1: [63, 1],
  'libvpx-vp9': [63, 1],
};
export function qualityScale(codec: FfmpegCodec): readonly [bad: number, good: number] | undefined {
  return ownValue(qualityScales, encoderOf(codec));
}

/** Returns the value of an option from a codec's arguments. */
export function codecArgument(codec: FfmpegCodec, name: string): string | undefined {
  const at = codec.indexOf(name);
  return at === -1 ? undefined : codec[at + 1];
}

/** Converts a quality from 1 to 100 to the scale of an encoder. */
export function scaleQuality(quality: number, [bad, good]: readonly [number, number]): number {
  return Math.round(bad - ((quality - 1) * (bad - good)) / 99);
}

/** Returns a codec's default quality on a scale from 1 to 100. */
export function qualityOf(codec: FfmpegCodec): number | undefined {
  const [scale, own] = [qualityScale(codec), codecArgument(codec, '-crf')];
  if (scale === undefined || own === undefined) return undefined;
  const [bad, good] = scale;
  return Math.round(1 + ((bad - Number(own)) * 99) / (bad - good));
}
