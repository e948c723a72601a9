import * as z from 'zod/mini';
import type { Loss } from '../../contract/losses.ts';
import { type Conversion, type EngineDescription, lossesIf, oneCredit } from '../api/engineDescription.ts';
import { option, type OptionsSchema, strictOptions } from '../api/options.ts';

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

const isUnicodeRange = (text: string): boolean => parseUnicodeRange(text) !== undefined;

const options = {
  text: option(z.string().check(z.minLength(1), z.maxLength(65_536)), {
    description: 'Characters to keep, in addition to the Unicode ranges',
    unset: 'All',
  }),
  unicodeRange: option(
    z
      .string()
      .check(
        z.maxLength(4096),
        z.refine(isUnicodeRange, { error: 'It isn’t a list of ranges such as U+20-7E' }),
      ),
    {
      description: 'Unicode ranges in CSS notation, such as U+20-7E, U+A?',
      unset: 'All',
    },
  ),
};

export const fontOptions = z.object(options);
const conversionOptions: OptionsSchema = strictOptions(options);

const lastCodePoint = 0x10ffff;

/** First and last code point. */
export type CodePoints = readonly [first: number, last: number];

/**
 * Parses a list of ranges in the syntax of CSS, such as `U+41`, `U+20-7E`, or `U+4??` (CSS Fonts 4, the unicode-range
 * descriptor). Returns `undefined` if the syntax is invalid.
 */
export function parseUnicodeRange(text: string): CodePoints[] | undefined {
  const ranges = text.split(',').map((part) => parseOne(part.trim()));
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

function parseOne(part: string): CodePoints | undefined {
  const match = /^u\+(?:([0-9a-f]{1,6})(?:-([0-9a-f]{1,6}))?|(?=.{3,8}$)([0-9a-f]{0,5}\?{1,5}))$/i.exec(part);
  if (match === null) return undefined;
  const [, from, to, wild] = match;
  const first = Number.parseInt(from ?? wild?.replaceAll('?', '0') ?? '', 16);
  const last = Number.parseInt(to ?? from ?? wild?.replaceAll('?', 'f') ?? '', 16);
  return first <= last && last <= lastCodePoint ? [first, last] : undefined;
}
