import type { Loss } from '../../../contract/losses.ts';
import { oneCredit } from '../../api/cost.ts';
import type { ConversionRow } from '../../api/row.ts';
import { animationVideoOptions } from './options.ts';

const targets = ['mp4', 'mov', 'mkv'];

/** What an animation of each format can hold that a video of H.264 can’t. */
const sources: Readonly<Record<string, readonly Loss[]>> = {
  gif: ['loop', 'transparency'],
  webp: ['loop', 'transparency', 'partialTransparency', 'metadata', 'wideGamut'],
  apng: ['loop', 'transparency', 'partialTransparency', 'metadata', 'wideGamut', 'depth'],
};

export const animationConversions = (): readonly ConversionRow[] =>
  Object.entries(sources).flatMap(([from, losses]) =>
    targets.map((to) => ({
      from,
      to,
      lossy: true,
      losses,
      cost: oneCredit,
      options: () => animationVideoOptions,
      helper: 'ffmpeg',
    })),
  );
