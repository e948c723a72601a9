import type { Loss } from '../../contract/losses.ts';
import { type Conversion, type EngineDescription, lossesIf, oneCredit } from '../api/engineDescription.ts';
import { conversionOptions } from './options.ts';

interface Source {
  readonly targets: readonly string[];
  /** Properties that the file may have in addition to the font itself. */
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
      // WOFF2 rearranges the bytes of a font, which invalidates its signature.
      losses: [...holds, ...lossesIf(to === 'woff2', 'signature')],
      cost: oneCredit,
      options: () => conversionOptions,
    })),
  );

/** Converts fonts and creates subsets of them. */
export const fonts = {
  id: 'font',
  load: async () => (await import('./convert.ts')).convertFont,
  time: 'values',
  memory: 'values',
  conversions: fontConversions,
} as const satisfies EngineDescription;
