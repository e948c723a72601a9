import { oneCredit } from '../cost.ts';
import type { ConversionRow } from '../row.ts';
import { conversionOptions } from './options.ts';

const formats = ['wav', 'flac', 'mp3', 'ogg', 'opus', 'mka', 'weba'] as const;
const lossless: ReadonlySet<string> = new Set(['wav', 'flac']);
/** What has two channels at most, and no rates above 48 kHz. */
const plain: ReadonlySet<string> = new Set(['mp3']);
const lowRates: ReadonlySet<string> = new Set(['mp3', 'opus', 'weba']);
const withoutCovers: ReadonlySet<string> = new Set(['wav', 'weba']);

function dropsOf(from: string, to: string): string[] {
  return [
    ...(withoutCovers.has(from) ? [] : ['cover']),
    ...(to === 'wav' ? ['moreTags'] : []),
    ...(plain.has(to) && !plain.has(from) ? ['surround'] : []),
    ...(lowRates.has(from) || lossless.has(to) || to === 'ogg' ? [] : ['highRates']),
  ];
}

export const audioConversions: readonly ConversionRow[] = formats.flatMap((from) =>
  formats
    .filter((to) => to !== from)
    .map((to) => ({
      from,
      to,
      engine: 'audio',
      lossy: !lossless.has(to),
      drops: dropsOf(from, to),
      cost: oneCredit,
      options: conversionOptions(!lossless.has(to)),
    })),
);
