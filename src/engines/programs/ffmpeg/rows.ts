import type { Loss } from '../../../contract/losses.ts';
import { own } from '../../../util/own.ts';
import { oneCredit } from '../../api/cost.ts';
import { lossesIf } from '../../api/lossesIf.ts';
import type { ConversionRow } from '../../api/row.ts';
import { onceEach } from '../../lib/onceEach.ts';
import {
  audioSources,
  audioTargets,
  coverSources,
  type FfmpegTarget,
  ffmpegTargets,
  pictureTargets,
  silentSources,
  videoSources,
  videoTargets,
} from './formats.ts';
import { ffmpegOptionsOf } from './options.ts';

const optionsOf = onceEach(ffmpegOptionsOf);

/** What FFmpeg makes of what it reads, for a user who has it. */
export const ffmpegConversions = (): readonly ConversionRow[] =>
  [
    ...pairs(videoSources, { ...videoTargets, ...pictureTargets, ...audioTargets }),
    ...pairs(silentSources, { ...videoTargets, ...pictureTargets }),
    ...pairs(audioSources, audioTargets),
  ].map(({ from, to }) => {
    const target = own(ffmpegTargets, to);
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

/** Every source with every target but itself. */
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
