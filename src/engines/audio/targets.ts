import { own } from '../../util/own.ts';

/** The supported codecs, with FFmpeg's names of their encoders. */
export const encoders = {
  pcm_s16: 'pcm_s16le',
  pcm_s24: 'pcm_s24le',
  pcm_f32: 'pcm_f32le',
  flac: 'flac',
  mp3: 'libmp3lame',
  vorbis: 'libvorbis',
  opus: 'libopus',
} as const;

export type AudioCodec = keyof typeof encoders;

interface Target {
  readonly container: string;
  /** The codecs for re-encoding; the first is the default. */
  readonly codecs: readonly [AudioCodec, ...AudioCodec[]];
  /** The codecs that are copied unchanged. */
  readonly takes: readonly string[];
}

const targets: Readonly<Record<string, Target>> = {
  wav: { container: 'wav', codecs: ['pcm_s16', 'pcm_s24', 'pcm_f32'], takes: [] },
  flac: { container: 'flac', codecs: ['flac'], takes: ['flac'] },
  mp3: { container: 'mp3', codecs: ['mp3'], takes: ['mp3'] },
  ogg: { container: 'ogg', codecs: ['vorbis', 'opus', 'flac'], takes: ['vorbis'] },
  opus: { container: 'ogg', codecs: ['opus'], takes: ['opus'] },
  mka: {
    container: 'matroska',
    codecs: ['flac', 'vorbis', 'opus'],
    takes: ['flac', 'mp3', 'vorbis', 'opus'],
  },
  weba: { container: 'webm', codecs: ['opus', 'vorbis'], takes: ['vorbis', 'opus'] },
};

export function targetOf(to: string): Target {
  const target = own(targets, to);
  if (!target) throw new Error(`Unsupported audio format: ${to}`);
  return target;
}
