import * as z from 'zod/mini';
import type { Loss } from '../../contract/losses.ts';
import { optionPatterns } from '../../contract/options.ts';
import { once } from '../../util/memoize.ts';
import { type Conversion, type EngineDescription, lossesIf, oneCredit } from '../api/engineDescription.ts';
import { option, strictOptions } from '../api/options.ts';
import { qualityOption } from '../lib/compressionOptions.ts';

/** Formats that contain only a single audio track. */
export const audioOnly: ReadonlySet<string> = new Set(['m4a', 'aac', 'mka', 'opus', 'weba']);

/**
 * The targets that support the usual codecs of each format. FFmpeg handles pairs that require re-encoding, such as MP4
 * to WebM.
 */
const targets: Readonly<Record<string, readonly string[]>> = {
  mp4: ['mov', 'mkv', 'ts', 'm4a', 'aac', 'mka'],
  m4v: ['mp4', 'mov', 'mkv', 'ts', 'm4a', 'aac', 'mka'],
  mov: ['mp4', 'mkv', 'ts', 'm4a', 'aac', 'mka'],
  '3gp': ['mp4', 'mov', 'mkv', 'ts', 'm4a', 'aac', 'mka'],
  mkv: ['mp4', 'mov', 'ts', 'm4a', 'aac', 'mka'],
  m2ts: ['mp4', 'mov', 'mkv', 'ts', 'mka'],
  webm: ['mp4', 'mkv', 'mka', 'weba', 'opus'],
  m4a: ['mp4', 'mov', 'mkv', 'mka', 'aac'],
  aac: ['m4a', 'mp4', 'mka'],
};

const audioSources = new Set(['m4a', 'aac']);
const tagless = new Set(['ts']);

function lossesOf(from: string, to: string): Loss[] {
  return [
    ...lossesIf(audioOnly.has(to) && !audioSources.has(from), 'video', 'otherTracks'),
    ...lossesIf(!audioSources.has(from), 'subtitles'),
    ...lossesIf(from !== 'aac', 'chapters'),
    ...lossesIf(tagless.has(to), 'tags', 'languages'),
    ...lossesIf(!tagless.has(to) && from !== 'aac', 'moreTags'),
    ...lossesIf(!audioSources.has(from), 'recording'),
    // Mediabunny supports QuickTime's language codes with letters, but not its numeric ones.
    ...lossesIf(from === 'mov' && !tagless.has(to), 'languages'),
    ...lossesIf(from === 'm2ts', 'unknownTracks'),
  ];
}

const remuxConversions = (): readonly Conversion[] =>
  Object.entries(targets).flatMap(([from, formats]) =>
    formats.map((to) => ({
      from,
      to,
      lossy: false,
      losses: lossesOf(from, to),
      cost: oneCredit,
      options: once(() => strictOptions({})),
      helper: 'ffmpeg',
      optionsRemark: 'Setting any of these options re-encodes video and audio',
    })),
  );

/** Moves video and audio to another container with Mediabunny, without re-encoding. */
export const remux = {
  id: 'remux',
  load: async () => (await import('../mediaBundle.ts')).remux,
  time: 'values',
  memory: 'values',
  conversions: remuxConversions,
} as const satisfies EngineDescription;

const animationTargets = ['mp4', 'mov', 'mkv'];

/** The properties of each animation format that an H.264 video can't have. */
const sources: Readonly<Record<string, readonly Loss[]>> = {
  gif: ['loop', 'transparency'],
  webp: ['loop', 'transparency', 'partialTransparency', 'metadata', 'wideGamut'],
  apng: ['loop', 'transparency', 'partialTransparency', 'metadata', 'wideGamut', 'depth'],
};

const animationConversions = (): readonly Conversion[] =>
  Object.entries(sources).flatMap(([from, losses]) =>
    animationTargets.map((to) => ({
      from,
      to,
      lossy: true,
      losses,
      cost: oneCredit,
      options: () => animationVideoOptions,
      helper: 'ffmpeg',
    })),
  );

/** Converts animated pictures to H.264 videos. */
export const animationVideo = {
  id: 'animationVideo',
  load: async () => (await import('../mediaBundle.ts')).convertAnimation,
  time: 'pixels',
  memory: 'unfolded',
  conversions: animationConversions,
} as const satisfies EngineDescription;

/** Finds the tracks and tags of audio and video files. This engine has no conversions. */
export const mediaProbe = {
  id: 'mediaProbe',
  load: async () => (await import('../mediaBundle.ts')).probeMedia,
  time: 'counting',
  memory: 'values',
} as const satisfies EngineDescription;

export const videoDefaults = { background: '#ffffff', quality: 75 } as const;

export const animationVideoOptions = strictOptions({
  background: option(z.string().check(z.regex(optionPatterns.color)), {
    description: 'Background of transparent images',
    default: videoDefaults.background,
  }),
  quality: qualityOption({ default: videoDefaults.quality }),
});
