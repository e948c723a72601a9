import type { Loss } from '../../contract/losses.ts';
import { oneCredit } from '../api/cost.ts';
import type { EngineDescription } from '../api/engineDescription.ts';
import { lossesIf } from '../api/lossesIf.ts';
import type { Conversion } from '../api/conversion.ts';
import { conversionOptions } from './options.ts';

interface Source {
  readonly targets: readonly string[];
  /** Properties that it may have besides the font. */
  readonly holds: readonly Loss[];
}

const sources: Readonly<Record<string, Source>> = {
  ttf: { targets: ['woff', 'woff2'], holds: [] },
  otf: { targets: ['woff', 'woff2'], holds: [] },
  woff: { targets: ['ttf', 'otf', 'woff2'], holds: ['metadata'] },
  woff2: { targets: ['ttf', 'otf', 'woff'], holds: ['metadata'] },
  eot: { targets: ['ttf', 'otf', 'woff', 'woff2'], holds: [] },
};

const fontConversions = (): readonly Conversion[] =>
  Object.entries(sources).flatMap(([from, { targets, holds }]) =>
    targets.map((to) => ({
      from,
      to,
      lossy: false,
      // A woff2 rearranges the bytes, so a signature would be invalid.
      losses: [...holds, ...lossesIf(to === 'woff2', 'signature')],
      cost: oneCredit,
      options: () => conversionOptions,
    })),
  );

/** Fonts and their subsets. */
export const fonts = {
  id: 'font',
  load: async () => (await import('./convert.ts')).convertFont,
  time: 'values',
  memory: 'values',
  conversions: fontConversions,
} as const satisfies EngineDescription;
