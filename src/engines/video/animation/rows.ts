import { oneCredit } from '../../api/cost.ts';
import type { ConversionRow } from '../../api/row.ts';
import { animationVideoOptions } from './options.ts';

const targets = ['mp4', 'mov', 'mkv'];

/** What an animation of each format can hold that a film of H.264 can’t. */
const sources: Readonly<Record<string, readonly string[]>> = {
  gif: ['loop', 'transparency'],
  webp: ['loop', 'transparency', 'partialTransparency', 'metadata', 'wideGamut'],
  apng: ['loop', 'transparency', 'partialTransparency', 'metadata', 'wideGamut', 'depth'],
};

export const animationConversions: readonly ConversionRow[] = Object.entries(sources).flatMap(
  ([from, drops]) =>
    targets.map((to) => ({
      from,
      to,
      lossy: true,
      drops,
      cost: oneCredit,
      options: animationVideoOptions,
      helper: 'ffmpeg',
    })),
);
