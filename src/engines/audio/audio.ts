import type { Loss } from '../../contract/losses.ts';
import { oneCredit } from '../api/cost.ts';
import type { EngineDescription } from '../api/engineDescription.ts';
import { lossesIf } from '../api/lossesIf.ts';
import type { Conversion } from '../api/conversion.ts';
import { cachePerFormat } from '../lib/cachePerFormat.ts';
import { conversionOptions } from './options.ts';

const formats = ['wav', 'flac', 'mp3', 'ogg', 'opus', 'mka', 'weba'] as const;
/** Uncompressed audio in read-only containers. */
const otherSources = ['aiff', 'au', 'w64'] as const;
/** Matroska stores any audio unchanged, and uncompressed audio as FLAC. */
const lossless: ReadonlySet<string> = new Set(['wav', 'flac', 'mka']);
const withoutCovers: ReadonlySet<string> = new Set(['wav', 'weba', 'au', 'w64']);
/** Their containers may use compressions that only FFmpeg supports. */
const mixed: ReadonlySet<string> = new Set(['wav', 'mka', ...otherSources]);
/** Up to 48 kHz. */
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

const optionsOf = cachePerFormat(conversionOptions);

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
        // M4A may also contain ALAC, which isn't encoded here.
        ...(mixed.has(from) || to === 'm4a' ? { helper: 'ffmpeg' as const } : {}),
      })),
  );

/** Sound, by libav.js. */
export const audio = {
  id: 'audio',
  load: async () => (await import('../mediaBundle.ts')).convertAudio,
  time: 'sounds',
  memory: 'values',
  conversions: audioConversions,
} as const satisfies EngineDescription;
