import { oneCredit } from '../cost.ts';
import { dropsAmong, sources } from '../image/formats.ts';
import type { ConversionRow } from '../row.ts';
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

/** A drawing would become pixels, which is not what anybody wants of a PDF. */
const drawings = new Set(['svg']);

export const imagePdfConversions: readonly ConversionRow[] = sources
  .filter((from) => !drawings.has(from))
  .map((from) => ({
    from,
    to: 'pdf',
    engine: 'imagePdf',
    lossy: lossySources.has(from),
    drops: dropsAmong(from, kept).filter((drop) => drop !== keptFrom[from]),
    cost: oneCredit,
    options: optionsOf(from),
  }));
