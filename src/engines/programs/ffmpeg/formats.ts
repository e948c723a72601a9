import type { Loss } from '../../../contract/losses.ts';
import {
  aac,
  ac3,
  alac,
  appleHevc,
  av1,
  type CodecChoice,
  flac,
  h264,
  hevc,
  mp2,
  mp3,
  mpeg2,
  mpeg4,
  opus,
  prores,
  samples,
  theora,
  vorbis,
  vp9,
  wma,
  wmv2,
} from './codecs.ts';

/**
 * The video formats that FFmpeg reads, each with the only demuxer that may open it, so that a disguised playlist fails.
 * `.ts` and `.mts` are missing because they are TypeScript files here.
 */
export const videoSources = {
  mp4: 'mov',
  mov: 'mov',
  m4v: 'mov',
  '3gp': 'mov',
  '3g2': 'mov',
  mkv: 'matroska',
  webm: 'matroska',
  avi: 'avi',
  flv: 'flv',
  f4v: 'mov',
  wmv: 'asf',
  asf: 'asf',
  mpg: 'mpeg',
  vob: 'mpeg',
  m2ts: 'mpegts',
  ogv: 'ogg',
  mxf: 'mxf',
} as const;

/** Formats of video without audio. */
export const silentSources = { gif: 'gif', y4m: 'yuv4mpegpipe' } as const;

export const audioSources = {
  mp3: 'mp3',
  mp2: 'mp3',
  m4a: 'mov',
  m4r: 'mov',
  aac: 'aac',
  wav: 'wav',
  w64: 'w64',
  flac: 'flac',
  ogg: 'ogg',
  opus: 'ogg',
  spx: 'ogg',
  weba: 'matroska',
  mka: 'matroska',
  aiff: 'aiff',
  caf: 'caf',
  au: 'au',
  ac3: 'ac3',
  eac3: 'eac3',
  wma: 'asf',
  tta: 'tta',
  wv: 'wv',
  amr: 'amr',
} as const;

/** Source formats that can have a cover, which FFmpeg treats as a picture. */
export const coverSources: ReadonlySet<string> = new Set(
  [
    ['mp3', 'm4a', 'm4r', 'flac', 'ogg', 'opus'],
    ['mka', 'aiff', 'wma', 'tta', 'wv'],
  ].flat(),
);

/** The arguments and properties for writing a target format. */
export interface FfmpegTarget {
  readonly muxer: string;
  /** The video codecs. If absent, the target has no video. */
  readonly video?: CodecChoice;
  /** The audio codecs. If absent, the target has no audio. Only one of `video` and `audio` can offer a choice. */
  readonly audio?: CodecChoice;
  readonly flags?: readonly string[];
  readonly lossless?: boolean;
  /** True if the target can contain several audio tracks. */
  readonly manyTracks?: boolean;
  /** True if the target is an audio format that can contain a cover. */
  readonly cover?: boolean;
  /** Properties that the target can't store. */
  readonly losses?: readonly Loss[];
}

const faststart = ['-movflags', '+faststart'];
const mpeg4Video = { audio: aac('160k'), flags: faststart, manyTracks: true } as const;
const asf = { muxer: 'asf', video: wmv2, audio: wma('160k') };
const broadcastAc3 = ac3('192k');
const [littleEndian, bigEndian] = [samples('le'), samples('be')];

export const videoTargets = {
  mp4: { muxer: 'mp4', ...mpeg4Video, video: { h264, hevc: appleHevc, av1 } },
  m4v: { muxer: 'mp4', ...mpeg4Video, video: { h264, hevc: appleHevc } },
  mov: { muxer: 'mov', ...mpeg4Video, video: { h264, hevc: appleHevc, prores } },
  f4v: { muxer: 'f4v', video: h264, audio: aac('160k') },
  '3gp': { muxer: '3gp', video: h264, audio: aac('160k') },
  '3g2': { muxer: '3g2', video: h264, audio: aac('160k') },
  mkv: {
    muxer: 'matroska',
    video: { h264, hevc, av1, vp9 },
    audio: aac('160k'),
    manyTracks: true,
  },
  webm: { muxer: 'webm', video: { vp9, av1 }, audio: opus },
  avi: { muxer: 'avi', video: mpeg4, audio: ['-c:a', 'libmp3lame', '-b:a', '192k'] },
  flv: { muxer: 'flv', video: h264, audio: [...aac('160k'), '-ar', '44100'] },
  wmv: asf,
  asf,
  mpg: { muxer: 'mpeg', video: mpeg2, audio: mp2('224k') },
  vob: { muxer: 'vob', video: mpeg2, audio: broadcastAc3 },
  ts: { muxer: 'mpegts', video: { h264, hevc }, audio: aac('160k'), manyTracks: true },
  m2ts: {
    muxer: 'mpegts',
    video: { h264, hevc },
    audio: broadcastAc3,
    flags: ['-mpegts_m2ts_mode', '1'],
    manyTracks: true,
  },
  ogv: { muxer: 'ogg', video: theora, audio: vorbis },
  mxf: { muxer: 'mxf', video: mpeg2, audio: [...littleEndian.pcm_s16, '-ar', '48000'] },
} as const satisfies Record<string, FfmpegTarget>;

/** Picture formats that a video can be converted to: animations without audio, and stills of its first frame. */
export const pictureTargets = {
  gif: {
    muxer: 'gif',
    video: ['-c:v', 'gif', '-filter_complex', '[0:v:0]split[a][b];[a]palettegen[p];[b][p]paletteuse'],
    losses: ['colors'],
  },
  webp: { muxer: 'webp', video: ['-c:v', 'libwebp_anim', '-quality', '75', '-loop', '0'] },
  y4m: { muxer: 'yuv4mpegpipe', video: ['-c:v', 'wrapped_avframe', '-pix_fmt', 'yuv420p'], lossless: true },
  jpg: {
    muxer: 'mjpeg',
    video: ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p', '-frames:v', '1', '-flags:v', '+bitexact'],
    losses: ['animation'],
  },
  png: {
    muxer: 'image2pipe',
    video: ['-c:v', 'png', '-frames:v', '1'],
    lossless: true,
    losses: ['animation'],
  },
} as const satisfies Record<string, FfmpegTarget>;

const iTunes = { muxer: 'ipod', audio: aac('192k'), flags: faststart, cover: true } as const;

export const audioTargets = {
  mp3: { muxer: 'mp3', audio: mp3, cover: true },
  mp2: { muxer: 'mp2', audio: mp2('256k'), losses: ['metadata'] },
  m4a: { ...iTunes, audio: { aac: iTunes.audio, alac } },
  m4r: iTunes,
  aac: { muxer: 'adts', audio: aac('192k'), losses: ['metadata'] },
  wav: {
    muxer: 'wav',
    audio: littleEndian,
    lossless: true,
    losses: ['sampleDepth'],
  },
  w64: {
    muxer: 'w64',
    audio: littleEndian,
    lossless: true,
    losses: ['sampleDepth', 'metadata'],
  },
  flac: { muxer: 'flac', audio: flac, lossless: true, cover: true },
  ogg: { muxer: 'ogg', audio: { vorbis, opus, flac } },
  opus: { muxer: 'opus', audio: opus },
  spx: { muxer: 'ogg', audio: ['-c:a', 'libspeex', '-ar', '32000', '-q:a', '10'] },
  weba: { muxer: 'webm', audio: { opus, vorbis } },
  mka: { muxer: 'matroska', audio: { flac, vorbis, opus }, lossless: true },
  aiff: {
    muxer: 'aiff',
    audio: bigEndian,
    flags: ['-write_id3v2', '1'],
    lossless: true,
    losses: ['sampleDepth'],
  },
  caf: {
    muxer: 'caf',
    audio: { ...littleEndian, alac },
    lossless: true,
    losses: ['sampleDepth'],
  },
  au: {
    muxer: 'au',
    audio: bigEndian,
    lossless: true,
    losses: ['sampleDepth', 'metadata'],
  },
  ac3: { muxer: 'ac3', audio: ac3('256k'), losses: ['metadata'] },
  eac3: { muxer: 'eac3', audio: ['-c:a', 'eac3', '-b:a', '256k', '-ar', '48000'], losses: ['metadata'] },
  wma: { muxer: 'asf', audio: wma('192k') },
  tta: { muxer: 'tta', audio: ['-c:a', 'tta'], lossless: true },
  wv: { muxer: 'wv', audio: ['-c:a', 'wavpack'], lossless: true },
} as const satisfies Record<string, FfmpegTarget>;

export const demuxers: Readonly<Record<string, string>> = {
  ...videoSources,
  ...silentSources,
  ...audioSources,
};
export const ffmpegTargets: Readonly<Record<string, FfmpegTarget>> = {
  ...videoTargets,
  ...pictureTargets,
  ...audioTargets,
};
