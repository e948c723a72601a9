import { own } from '../../util/own.ts';

/** What the libraries encode, with their encoders of it. */
export const encoders = {
  pcm_s16: 'pcm_s16le',
  pcm_s24: 'pcm_s24le',
  pcm_f32: 'pcm_f32le',
  flac: 'flac',
  mp3: 'libmp3lame',
  vorbis: 'libvorbis',
  opus: 'libopus',
} as const;

export type Codec = keyof typeof encoders;

/** A format of sound. */
interface Target {
  readonly container: string;
  /** What sound can be encoded as in it, first what it is unless something else is asked for. */
  readonly codecs: readonly [Codec, ...Codec[]];
  /** What is copied into it as it is. */
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
  if (!target) throw new Error(`No encoding of ${to}`);
  return target;
}
