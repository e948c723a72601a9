import type { Loss } from '../../../contract/losses.ts';
import { memoize, once } from '../../../util/memoize.ts';
import { ownValue } from '../../../util/ownValue.ts';
import {
  type Compression,
  type Conversion,
  type EngineDescription,
  lossesIf,
  oneCredit,
  type Vulnerability,
} from '../../api/engineDescription.ts';
import { compressionTargets, mediaCompressionOptionsOf } from './compressionTargets.ts';
import {
  audioSources,
  audioTargets,
  coverSources,
  demuxers,
  type FfmpegTarget,
  ffmpegTargets,
  pictureTargets,
  silentSources,
  videoSources,
  videoTargets,
} from './formats.ts';
import { ffmpegOptionsOf } from './options.ts';
import { programs } from '../programs.ts';

const optionsOf = memoize(ffmpegOptionsOf);

const ffmpegConversions = (): readonly Conversion[] =>
  [
    ...pairs(videoSources, { ...videoTargets, ...pictureTargets, ...audioTargets }),
    ...pairs(silentSources, { ...videoTargets, ...pictureTargets }),
    ...pairs(audioSources, audioTargets),
  ].map(({ from, to }) => {
    const target = ownValue(ffmpegTargets, to);
    return {
      from,
      to,
      lossy: !target?.lossless,
      losses: [...tracksLost(from, target), ...(target?.losses ?? [])],
      cost: oneCredit,
      options: () => optionsOf(to),
      preference: -2,
    };
  });

/** Combines every source format with every other target format. */
function pairs(sources: object, targets: object): { from: string; to: string }[] {
  const all = Object.keys(targets);
  return Object.keys(sources).flatMap((from) => all.filter((to) => to !== from).map((to) => ({ from, to })));
}

function tracksLost(from: string, target: FfmpegTarget | undefined): Loss[] {
  if (Object.hasOwn(audioSources, from)) return coverSources.has(from) && !target?.cover ? ['cover'] : [];
  if (Object.hasOwn(silentSources, from)) return [];
  return [
    ...lossesIf(!target?.audio, 'sound'),
    ...lossesIf(!target?.video, 'video'),
    ...lossesIf(target?.audio && !target.manyTracks, 'otherTracks'),
    'subtitles',
  ];
}

const ffmpegCompressions = (): readonly Compression[] =>
  Object.keys(compressionTargets).map((format) => ({
    format,
    lossy: format !== 'flac',
    cost: oneCredit,
    options: once(() => mediaCompressionOptionsOf(format)),
  }));

const readBy = (...names: readonly string[]): string[] =>
  Object.keys(demuxers).filter((format) => names.includes(ownValue(demuxers, format) ?? ''));

const ffmpegVulnerabilities: readonly Vulnerability[] = [
  {
    // A video decoder writes out of bounds. It was fixed in each release branch separately
    // (jellyfin/jellyfin-ffmpeg#730).
    formats: readBy('avi', 'mov', 'matroska', 'asf'),
    versions: [{ fixedIn: '7.1.5' }, { from: '8.0', fixedIn: '8.0.3' }, { from: '8.1', fixedIn: '8.1.2' }],
    advisories: ['CVE-2026-8461'],
  },
];

/** Converts and compresses video and audio with FFmpeg. */
export const ffmpeg = {
  id: 'ffmpeg',
  load: async () => (await import('./convert.ts')).ffmpegEngine,
  time: 'videos',
  memory: 'programs',
  conversions: ffmpegConversions,
  compressions: ffmpegCompressions,
  program: {
    ...programs.ffmpeg,
    vulnerabilities: ffmpegVulnerabilities,
  },
} as const satisfies EngineDescription;
