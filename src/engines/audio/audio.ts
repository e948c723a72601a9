import * as z from 'zod/mini';
import type { Loss } from '../../contract/losses.ts';
import { ownValue } from '../../util/ownValue.ts';
import { type Conversion, type EngineDescription, lossesIf, oneCredit } from '../api/engineDescription.ts';
import { bitRateOf, option, optionsByCodec, type OptionsSchema, strictOptions } from '../api/options.ts';
import { memoize } from '../../util/memoize.ts';

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
  const target = ownValue(targets, to);
  if (!target) throw new Error(`Unsupported audio format: ${to}`);
  return target;
}

const sampleRate = option(z.int().check(z.minimum(8000), z.maximum(192_000)), {
  description: 'Samples per second; higher rates preserve higher frequencies',
  unset: 'Same as the source',
});

const channelsUpTo = (most: number) =>
  option(z.int().check(z.minimum(1), z.maximum(most)), {
    description: '1 for mono, 2 for stereo',
    unset: 'Same as the source',
  });
const channels = channelsUpTo(8);
const mp3Channels = channelsUpTo(2);
const withoutLoss: ReadonlySet<AudioCodec> = new Set(['pcm_s16', 'pcm_s24', 'pcm_f32', 'flac']);

/** The union of the options of all audio targets. */
export const soundOptions = z.object({
  sampleRate,
  channels,
  bitRate: z.optional(z.int()),
  codec: z.optional(z.custom<AudioCodec>((value) => Object.hasOwn(encoders, value))),
});

export type SoundOptions = z.infer<typeof soundOptions>;

function conversionOptions(to: string): OptionsSchema {
  if (to === 'm4a')
    return strictOptions({ sampleRate, channels, bitRate: bitRateOf('aac', { unset: 'High quality' }) });
  const { codecs } = targetOf(to);
  const lossy = codecs.find((codec) => !withoutLoss.has(codec));
  const bitRate = lossy && bitRateOf(encoders[lossy], { unset: 'High quality' });
  const shapeOf = (codec: AudioCodec) => ({
    // Opus always has the same sample rate.
    ...(codec === 'opus' ? {} : { sampleRate }),
    channels: codec === 'mp3' ? mp3Channels : channels,
    ...(bitRate === undefined || withoutLoss.has(codec) ? {} : { bitRate }),
  });
  const shapes = Object.fromEntries(codecs.map((codec) => [codec, shapeOf(codec)]));
  // Without a codec option, audio that the target supports is copied unchanged.
  return optionsByCodec(shapes, { unset: 'Depends on the source' });
}

const formats = ['wav', 'flac', 'mp3', 'ogg', 'opus', 'mka', 'weba'] as const;
/** Formats with uncompressed audio that can be read but not written. */
const otherSources = ['aiff', 'au', 'w64'] as const;
/** Targets that don't lose audio quality. Matroska keeps any audio unchanged, and stores uncompressed audio as FLAC. */
const lossless: ReadonlySet<string> = new Set(['wav', 'flac', 'mka']);
const withoutCovers: ReadonlySet<string> = new Set(['wav', 'weba', 'au', 'w64']);
/** Containers whose audio may be in a codec that only FFmpeg supports. */
const mixed: ReadonlySet<string> = new Set(['wav', 'mka', ...otherSources]);
/** Formats with sample rates up to 48 kHz. */
const lowRates: ReadonlySet<string> = new Set(['mp3', 'opus', 'weba']);

function lossesOf(from: string, to: string): Loss[] {
  return [
    ...lossesIf(withoutCovers.has(to) && !withoutCovers.has(from), 'cover'),
    ...lossesIf(to === 'wav' || to === 'm4a', 'moreTags'),
    ...lossesIf(to === 'mp3', 'surround'),
    ...lossesIf(lowRates.has(to) && !lowRates.has(from), 'highRates'),
    ...lossesIf(from === 'mka', 'otherTracks', 'chapters'),
  ];
}

const optionsOf = memoize(conversionOptions);

const audioConversions = (): readonly Conversion[] =>
  [...formats, ...otherSources].flatMap((from) =>
    [...formats, 'm4a']
      .filter((to) => to !== from)
      .map((to) => ({
        from,
        to,
        lossy: !lossless.has(to),
        losses: lossesOf(from, to),
        cost: oneCredit,
        options: () => optionsOf(to),
        // An M4A file may also contain ALAC, which only FFmpeg can encode.
        ...(mixed.has(from) || to === 'm4a' ? { helper: 'ffmpeg' as const } : {}),
      })),
  );

/** Converts audio with libav.js. */
export const audio = {
  id: 'audio',
  load: async () => (await import('../mediaBundle.ts')).convertAudio,
  time: 'sounds',
  memory: 'values',
  conversions: audioConversions,
} as const satisfies EngineDescription;
