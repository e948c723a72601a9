import { own } from '../../../util/own.ts';

/**
 * What FFmpeg is told to encode with, by codec. Encoders are always named, with all that decides how they look and sound:
 * what is taken by default differs between versions.
 */
export type Codec = readonly string[];

/** One codec, or several to choose from by their names, the usual one first. */
export type Choice = Codec | Readonly<Record<string, Codec>>;

const isCodec = (choice: Choice): choice is Codec => Array.isArray(choice);

/** The names to choose from, where there is a choice. */
export function namesIn(choice: Choice = []): string[] {
  return isCodec(choice) ? [] : Object.keys(choice);
}

/** The codec of this name where there is a choice, the usual one without a name. */
export function chosen(choice: Choice | undefined, name: string | undefined): Codec | undefined {
  if (choice === undefined || isCodec(choice)) return choice;
  return name === undefined ? Object.values(choice)[0] : own(choice, name);
}

/** The pixels that every player of the codec understands, which come in pairs. */
const evenPixels = ['-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p'];

export const h264: Codec = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', ...evenPixels];
export const hevc: Codec = [
  ['-c:v', 'libx265', '-preset', 'fast', '-crf', '24', ...evenPixels],
  ['-x265-params', 'log-level=error'],
].flat();
/** By the only name of HEVC that Apple's players know. */
export const appleHevc: Codec = [...hevc, '-tag:v', 'hvc1'];
export const av1: Codec = ['-c:v', 'libsvtav1', '-preset', '8', '-crf', '32', ...evenPixels];
export const vp9: Codec = [
  ['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '5', '-row-mt', '1'],
  ['-crf', '32', '-b:v', '0', ...evenPixels],
].flat();
/** The kind called HQ. */
export const prores: Codec = ['-c:v', 'prores_ks', '-profile:v', '3', '-pix_fmt', 'yuv422p10le'];
export const mpeg2: Codec = ['-c:v', 'mpeg2video', '-q:v', '3', ...evenPixels];
export const mpeg4: Codec = ['-c:v', 'mpeg4', '-q:v', '3', ...evenPixels];
export const wmv2: Codec = ['-c:v', 'wmv2', '-q:v', '4', ...evenPixels];
export const theora: Codec = ['-c:v', 'libtheora', '-q:v', '7', ...evenPixels];

/** The layouts that every version of the codecs takes, for sources that tell only how many channels there are. */
const layouts = ['-af', 'aformat=channel_layouts=7.1|5.1|stereo|mono'];

export const mp3: Codec = ['-c:a', 'libmp3lame', '-q:a', '2'];
export const vorbis: Codec = ['-c:a', 'libvorbis', '-q:a', '6'];
export const opus: Codec = ['-c:a', 'libopus', '-b:a', '128k', ...layouts];
export const flac: Codec = ['-c:a', 'flac'];
export const alac: Codec = ['-c:a', 'alac'];
export const aac = (bitRate: string): Codec => ['-c:a', 'aac', '-b:a', bitRate, ...layouts];
export const mp2 = (bitRate: string): Codec =>
  [
    ['-c:a', 'mp2', '-b:a', bitRate],
    ['-ar', '48000', '-ac', '2'],
  ].flat();
export const ac3 = (bitRate: string): Codec => ['-c:a', 'ac3', '-b:a', bitRate, '-ar', '48000'];
export const wma = (bitRate: string): Codec => ['-c:a', 'wmav2', '-b:a', bitRate];

/** Samples as they are, with the lowest byte first or the highest. */
export const samples = (order: 'le' | 'be') =>
  ({
    pcm_s16: ['-c:a', `pcm_s16${order}`],
    pcm_s24: ['-c:a', `pcm_s24${order}`],
    pcm_f32: ['-c:a', `pcm_f32${order}`],
  }) as const satisfies Choice;

/** The encoder that the arguments of a codec name. */
export function encoderOf([, encoder = '']: Codec): string {
  return encoder;
}

/** The scale of quality of encoders that have one, from bad to good: the best would be a video that few players show. */
const qualityScales: Readonly<Record<string, readonly [bad: number, good: number]>> = {
  libx264: [51, 1],
  libx265: [51, 1],
  libsvtav1: [63, 1],
  'libvpx-vp9': [63, 1],
};
export function qualityScale(codec: Codec): readonly [bad: number, good: number] | undefined {
  return own(qualityScales, encoderOf(codec));
}

/** What stands behind a switch among the arguments of a codec. */
export function argumentOf(codec: Codec, name: string): string | undefined {
  const at = codec.indexOf(name);
  return at === -1 ? undefined : codec[at + 1];
}

/** Where a quality from 1 to 100 lies on the scale of the codec’s encoder. */
export function onScale(quality: number, [bad, good]: readonly [number, number]): number {
  return Math.round(bad - ((quality - 1) * (bad - good)) / 99);
}

/** The quality from 1 to 100 that the codec is encoded with where none is asked for. */
export function qualityOf(codec: Codec): number | undefined {
  const [scale, own] = [qualityScale(codec), argumentOf(codec, '-crf')];
  if (scale === undefined || own === undefined) return undefined;
  const [bad, good] = scale;
  return Math.round(1 + ((bad - Number(own)) * 99) / (bad - good));
}
