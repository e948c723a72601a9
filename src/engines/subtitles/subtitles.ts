import * as z from 'zod/mini';
import type { Loss } from '../../contract/losses.ts';
import {
  type Conversion,
  type EngineDescription,
  lossesIf,
  usualConversion,
} from '../api/engineDescription.ts';
import { strictOptions } from '../api/options.ts';
import { textEncoding } from '../lib/textOptions.ts';

const sources = ['srt', 'vtt', 'ass'] as const;
const targets = [...sources, 'txt'] as const;

/** The properties that each format can represent. A conversion loses those that the target lacks. */
const traitsOf: Readonly<Record<(typeof targets)[number], readonly Loss[]>> = {
  srt: ['times', 'formatting', 'milliseconds'],
  vtt: ['times', 'formatting', 'milliseconds', 'layout', 'comments', 'speakers'],
  ass: ['times', 'formatting', 'layout', 'comments', 'speakers', 'metadata'],
  txt: ['speakers'],
};
/** Properties that are always lost: fonts, exact positions, comments, and metadata aren't read. */
const neverKept: ReadonlySet<Loss> = new Set(['layout', 'comments', 'metadata']);

function lossesOf(from: (typeof sources)[number], to: (typeof targets)[number]): readonly Loss[] {
  const kept = new Set(traitsOf[to].filter((each) => !neverKept.has(each)));
  return [
    ...traitsOf[from].filter((each) => !kept.has(each) && each !== 'formatting'),
    ...lossesIf(to === 'txt' || from !== 'srt' || to === 'vtt', 'formatting'),
  ];
}

export const subtitleOptions = z.object({ encoding: textEncoding });

const subtitleConversions = (): readonly Conversion[] =>
  sources.flatMap((from) =>
    targets
      .filter((to) => to !== from)
      .map((to) =>
        usualConversion(from, to, lossesOf(from, to), () =>
          // WebVTT is always UTF-8, so it has no encoding option.
          strictOptions(from === 'vtt' ? {} : { encoding: textEncoding }),
        ),
      ),
  );

export const subtitles = {
  id: 'subtitles',
  load: async () => (await import('./convert.ts')).convertSubtitles,
  time: 'values',
  memory: 'texts',
  conversions: subtitleConversions,
} as const satisfies EngineDescription;
