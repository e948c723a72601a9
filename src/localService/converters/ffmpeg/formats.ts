/**
 * What FFmpeg reads, each with the one demuxer that may open it: a playlist under another name gets nowhere. Here, `.ts`
 * and `.mts` name TypeScript.
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

/** Moving pictures without sound. */
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

/** How a target is written. Its codecs are always named: what a muxer takes by default differs between versions. */
export interface FfmpegTarget {
  readonly muxer: string;
  /** Arguments for the picture; without them there is none. */
  readonly video?: readonly string[];
  /** Arguments for the sound; without them there is none. */
  readonly audio?: readonly string[];
  readonly flags?: readonly string[];
  /** Whether nothing is lost of a picture or sound that it takes. */
  readonly lossless?: boolean;
  /** Whether every track of sound has room. */
  readonly manyTracks?: boolean;
  /** What it has no place for. */
  readonly drops?: readonly string[];
}

/** The pixels that every player of the codec understands, which come in pairs. */
const evenPixels = 'scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p';
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-vf', evenPixels];
const mpeg2 = ['-c:v', 'mpeg2video', '-q:v', '3', '-vf', evenPixels];
const vp9 = [
  ['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '5', '-row-mt', '1'],
  ['-crf', '32', '-b:v', '0', '-vf', evenPixels],
].flat();
/** The layouts that every version of the codecs takes, for sources that tell only how many channels there are. */
const layouts = ['-af', 'aformat=channel_layouts=7.1|5.1|stereo|mono'];
const aac = ['-c:a', 'aac', '-b:a', '160k', ...layouts];
const opus = ['-c:a', 'libopus', '-b:a', '128k', ...layouts];
const faststart = ['-movflags', '+faststart'];
const mp2 = ['-c:a', 'mp2', '-b:a', '224k', '-ar', '48000', '-ac', '2'];
const wmv = {
  muxer: 'asf',
  video: ['-c:v', 'wmv2', '-q:v', '4', '-vf', evenPixels],
  audio: ['-c:a', 'wmav2', '-b:a', '160k'],
};

export const videoTargets = {
  mp4: { muxer: 'mp4', video: h264, audio: aac, flags: faststart, manyTracks: true },
  m4v: { muxer: 'mp4', video: h264, audio: aac, flags: faststart, manyTracks: true },
  mov: { muxer: 'mov', video: h264, audio: aac, flags: faststart, manyTracks: true },
  f4v: { muxer: 'f4v', video: h264, audio: aac },
  '3gp': { muxer: '3gp', video: h264, audio: aac },
  '3g2': { muxer: '3g2', video: h264, audio: aac },
  mkv: { muxer: 'matroska', video: h264, audio: aac, manyTracks: true },
  webm: {
    muxer: 'webm',
    video: vp9,
    audio: opus,
  },
  avi: {
    muxer: 'avi',
    video: ['-c:v', 'mpeg4', '-q:v', '3', '-vf', evenPixels],
    audio: ['-c:a', 'libmp3lame', '-b:a', '192k'],
  },
  flv: { muxer: 'flv', video: h264, audio: [...aac, '-ar', '44100'] },
  wmv,
  asf: wmv,
  mpg: { muxer: 'mpeg', video: mpeg2, audio: mp2 },
  vob: { muxer: 'vob', video: mpeg2, audio: ['-c:a', 'ac3', '-b:a', '192k', '-ar', '48000'] },
  ts: { muxer: 'mpegts', video: h264, audio: aac, manyTracks: true },
  m2ts: {
    muxer: 'mpegts',
    video: h264,
    audio: ['-c:a', 'ac3', '-b:a', '192k', '-ar', '48000'],
    flags: ['-mpegts_m2ts_mode', '1'],
    manyTracks: true,
  },
  ogv: {
    muxer: 'ogg',
    video: ['-c:v', 'libtheora', '-q:v', '7', '-vf', evenPixels],
    audio: ['-c:a', 'libvorbis', '-q:a', '4'],
  },
  mxf: { muxer: 'mxf', video: mpeg2, audio: ['-c:a', 'pcm_s16le', '-ar', '48000'] },
} as const satisfies Record<string, FfmpegTarget>;

/** Pictures of a video: all of it without sound, or its first one. */
export const pictureTargets = {
  gif: {
    muxer: 'gif',
    video: ['-c:v', 'gif', '-filter_complex', '[0:v:0]split[a][b];[a]palettegen[p];[b][p]paletteuse'],
    drops: ['colors'],
  },
  webp: { muxer: 'webp', video: ['-c:v', 'libwebp_anim', '-quality', '75', '-loop', '0'] },
  y4m: { muxer: 'yuv4mpegpipe', video: ['-c:v', 'wrapped_avframe', '-pix_fmt', 'yuv420p'], lossless: true },
  jpg: {
    muxer: 'mjpeg',
    video: ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p', '-frames:v', '1', '-flags:v', '+bitexact'],
    drops: ['animation'],
  },
  png: {
    muxer: 'image2pipe',
    video: ['-c:v', 'png', '-frames:v', '1'],
    lossless: true,
    drops: ['animation'],
  },
} as const satisfies Record<string, FfmpegTarget>;

const m4a = { muxer: 'ipod', audio: ['-c:a', 'aac', '-b:a', '192k', ...layouts], flags: faststart };

export const audioTargets = {
  mp3: { muxer: 'mp3', audio: ['-c:a', 'libmp3lame', '-q:a', '2'] },
  mp2: {
    muxer: 'mp2',
    audio: ['-c:a', 'mp2', '-b:a', '256k', '-ar', '48000', '-ac', '2'],
    drops: ['metadata'],
  },
  m4a,
  m4r: m4a,
  aac: { muxer: 'adts', audio: ['-c:a', 'aac', '-b:a', '192k', ...layouts], drops: ['metadata'] },
  wav: { muxer: 'wav', audio: ['-c:a', 'pcm_s16le'], lossless: true, drops: ['sampleDepth'] },
  w64: { muxer: 'w64', audio: ['-c:a', 'pcm_s16le'], lossless: true, drops: ['sampleDepth', 'metadata'] },
  flac: { muxer: 'flac', audio: ['-c:a', 'flac'], lossless: true },
  ogg: { muxer: 'ogg', audio: ['-c:a', 'libvorbis', '-q:a', '6'] },
  opus: { muxer: 'opus', audio: opus },
  spx: { muxer: 'ogg', audio: ['-c:a', 'libspeex', '-ar', '32000', '-q:a', '10'] },
  weba: { muxer: 'webm', audio: opus },
  mka: { muxer: 'matroska', audio: ['-c:a', 'flac'], lossless: true },
  aiff: {
    muxer: 'aiff',
    audio: ['-c:a', 'pcm_s16be'],
    flags: ['-write_id3v2', '1'],
    lossless: true,
    drops: ['sampleDepth'],
  },
  caf: { muxer: 'caf', audio: ['-c:a', 'pcm_s16le'], lossless: true, drops: ['sampleDepth'] },
  au: { muxer: 'au', audio: ['-c:a', 'pcm_s16be'], lossless: true, drops: ['sampleDepth', 'metadata'] },
  ac3: { muxer: 'ac3', audio: ['-c:a', 'ac3', '-b:a', '256k', '-ar', '48000'], drops: ['metadata'] },
  eac3: { muxer: 'eac3', audio: ['-c:a', 'eac3', '-b:a', '256k', '-ar', '48000'], drops: ['metadata'] },
  wma: { muxer: 'asf', audio: ['-c:a', 'wmav2', '-b:a', '192k'] },
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
