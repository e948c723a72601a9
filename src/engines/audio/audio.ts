import type { Loss } from '../../contract/losses.ts';
import { type Conversion, type EngineDescription, lossesIf, oneCredit } from '../api/engineDescription.ts';
import { cachePerFormat } from '../lib/cachePerFormat.ts';
import { conversionOptions } from './options.ts';

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
