import type { Loss } from '../../../contract/losses.ts';
import { own } from '../../../util/own.ts';
import { once } from '../../../util/once.ts';
import { oneCredit } from '../../api/cost.ts';
import type { ConversionRow } from '../../api/row.ts';
import { lossesAmong } from '../../images/formats.ts';
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
const keptFrom: Readonly<Record<string, Loss>> = { tiff: 'pages', jpg: 'metadata' };

const row = (from: string, lossy: boolean, losses: readonly Loss[]): ConversionRow => ({
  from,
  to: 'pdf',
  lossy,
  losses,
  cost: oneCredit,
  options: once(() => optionsOf(from)),
});

export const imagePdfConversions = (): readonly ConversionRow[] => [
  ...[...readable].map((from) => {
    const losses = lossesAmong(from, kept).filter((loss) => loss !== own(keptFrom, from));
    return row(from, lossySources.has(from), losses);
  }),
  ...zips.map((from) => row(from, true, ['otherFiles', 'metadata'])),
];
