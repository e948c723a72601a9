import * as z from 'zod/mini';
import { type OptionsSchema, strictOptions } from '../../api/options.ts';
import {
  maxSizeShape,
  qualityOption,
  minSavingOption,
  sizeLimitShape,
} from '../../lib/compressionOptions.ts';

/** The settings of a codec, keyed by FFmpeg's option names. */
export type Settings = Readonly<Record<string, string>>;

export interface PictureCodec {
  readonly settings: Settings;
  /** FFmpeg's option for the quality, with its default value and its scale. */
  readonly quality: {
    readonly option: 'crf' | 'q';
    readonly usual: number;
    readonly scale: readonly [bad: number, good: number];
  };
}

export interface SoundCodec {
  readonly settings: Settings;
  /** The default settings; absent for a lossless codec. */
  readonly usual?: Settings;
  /** The usual, minimum, and maximum bit rate for stereo, in kbit/s. */
  readonly rates?: { readonly usual: number; readonly least: number; readonly most: number };
}

const crf = (usual: number, bad: number) => ({ option: 'crf', usual, scale: [bad, 1] }) as const;
const q = (usual: number) => ({ option: 'q', usual, scale: [31, 1] }) as const;

const h264: PictureCodec = { settings: { c: 'libx264', preset: 'medium' }, quality: crf(26, 51) };
const hevc: PictureCodec = {
  settings: { c: 'libx265', preset: 'medium', 'x265-params': 'log-level=error' },
  quality: crf(28, 51),
};
/** HEVC with the only tag that Apple's players accept. */
const appleHevc: PictureCodec = { ...hevc, settings: { ...hevc.settings, tag: 'hvc1' } };
const av1: PictureCodec = { settings: { c: 'libsvtav1', preset: '7' }, quality: crf(38, 63) };
const vp9: PictureCodec = {
  settings: { c: 'libvpx-vp9', deadline: 'good', 'cpu-used': '4', 'row-mt': '1', b: '0' },
  quality: crf(36, 63),
};
const mpeg4: PictureCodec = { settings: { c: 'mpeg4' }, quality: q(6) };
const wmv2: PictureCodec = { settings: { c: 'wmv2' }, quality: q(6) };
const theora: PictureCodec = {
  settings: { c: 'libtheora' },
  quality: { option: 'q', usual: 5, scale: [0, 10] },
};

/** The channel layouts that every version of a codec supports, for sources that specify only the number of channels. */
const layouts = { filter: 'aformat=channel_layouts=7.1|5.1|stereo|mono' };

const mp3: SoundCodec = {
  settings: { c: 'libmp3lame' },
  usual: { q: '4' },
  rates: { usual: 160, least: 16, most: 320 },
};
const aac: SoundCodec = {
  settings: { c: 'aac', ...layouts },
  rates: { usual: 128, least: 24, most: 256 },
};
const opus: SoundCodec = {
  settings: { c: 'libopus', ...layouts },
  rates: { usual: 96, least: 16, most: 256 },
};
const vorbis: SoundCodec = {
  settings: { c: 'libvorbis' },
  usual: { q: '4' },
  rates: { usual: 128, least: 32, most: 320 },
};
const wma: SoundCodec = { settings: { c: 'wmav2' }, rates: { usual: 128, least: 32, most: 256 } };
const flac: SoundCodec = { settings: { c: 'flac', compression_level: '12' } };

/**
 * A target format for compression. A file's tracks keep their codecs if they are listed, and otherwise get the first
 * listed one.
 */
export interface CompressionTarget {
  readonly muxer: string;
  readonly pictures?: Readonly<Record<string, PictureCodec>>;
  readonly sounds: Readonly<Record<string, SoundCodec>>;
  readonly flags?: readonly string[];
  /** Set if the format stores a cover as a tag, which FFmpeg reads as a picture but doesn't write. */
  readonly coverIsTag?: true;
}

const faststart = ['-movflags', '+faststart'];

const videoTargets = {
  mp4: { muxer: 'mp4', pictures: { h264, hevc: appleHevc, av1 }, sounds: { aac }, flags: faststart },
  m4v: { muxer: 'mp4', pictures: { h264, hevc: appleHevc }, sounds: { aac }, flags: faststart },
  mov: { muxer: 'mov', pictures: { h264, hevc: appleHevc }, sounds: { aac }, flags: faststart },
  mkv: { muxer: 'matroska', pictures: { h264, hevc, av1, vp9 }, sounds: { aac } },
  webm: { muxer: 'webm', pictures: { vp9, av1 }, sounds: { opus } },
  avi: { muxer: 'avi', pictures: { mpeg4 }, sounds: { mp3 } },
  flv: { muxer: 'flv', pictures: { h264 }, sounds: { aac } },
  wmv: { muxer: 'asf', pictures: { wmv2 }, sounds: { wma } },
  '3gp': { muxer: '3gp', pictures: { h264 }, sounds: { aac } },
  ogv: { muxer: 'ogg', pictures: { theora }, sounds: { vorbis } },
} as const satisfies Record<string, CompressionTarget>;

const audioTargets = {
  mp3: { muxer: 'mp3', sounds: { mp3 } },
  m4a: { muxer: 'ipod', sounds: { aac }, flags: faststart },
  aac: { muxer: 'adts', sounds: { aac }, flags: ['-write_id3v2', '1'] },
  ogg: { muxer: 'ogg', sounds: { vorbis, opus, flac }, coverIsTag: true },
  opus: { muxer: 'opus', sounds: { opus }, coverIsTag: true },
  weba: { muxer: 'webm', sounds: { opus, vorbis } },
  flac: { muxer: 'flac', sounds: { flac } },
} as const satisfies Record<string, CompressionTarget>;

export const compressionTargets: Readonly<Record<string, CompressionTarget>> = {
  ...videoTargets,
  ...audioTargets,
};

/** The minimum saving, in percent. A smaller one isn't worth the loss of quality. */
export const worthwhileSaving = 10;

const encoding = {
  quality: qualityOption({ unset: 'Suitable for screens and headphones' }),
  maxKilobytes: sizeLimitShape.maxKilobytes,
  leastSaving: minSavingOption(worthwhileSaving),
};

/** The union of the options for compressing any audio or video format. */
export const mediaCompressionOptions = z.object({ ...encoding, ...maxSizeShape });

/** Returns the compression options of a format. FLAC has none. */
export function mediaCompressionOptionsOf(format: string): OptionsSchema {
  if (Object.hasOwn(videoTargets, format)) return strictOptions({ ...encoding, ...maxSizeShape });
  return strictOptions(format === 'flac' ? { leastSaving: minSavingOption(0) } : encoding);
}
