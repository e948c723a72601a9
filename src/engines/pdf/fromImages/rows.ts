import { own } from '../../../util/own.ts';
import { oneCredit } from '../../api/cost.ts';
import type { ConversionRow } from '../../api/row.ts';
import { dropsAmong } from '../../images/formats.ts';
import { readable, zips } from './formats.ts';
import { lossySources, optionsOf } from './options.ts';

const kept = [
  'shades',
  'color',
  'colors',
  'transparency',
  'partialTransparency',
  'wideGamut',
  'depth',
] as const;

/** Every page of a TIFF becomes one, and a JPEG goes in with whatever it holds. */
const keptFrom: Readonly<Record<string, string>> = { tiff: 'pages', jpg: 'metadata' };

const row = (from: string, lossy: boolean, drops: readonly string[]): ConversionRow => ({
  from,
  to: 'pdf',
  lossy,
  drops,
  cost: oneCredit,
  options: optionsOf(from),
});

export const imagePdfConversions: readonly ConversionRow[] = [
  ...[...readable].map((from) => {
    const drops = dropsAmong(from, kept).filter((drop) => drop !== own(keptFrom, from));
    return row(from, lossySources.has(from), drops);
  }),
  ...zips.map((from) => row(from, true, ['otherFiles', 'metadata'])),
];
