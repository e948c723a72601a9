import { once } from '../../util/once.ts';
import { creditPerPage } from '../api/cost.ts';
import type { ConversionRow } from '../api/row.ts';
import { conversionOptions } from './options.ts';
import { pdfPages } from './pages/engine.ts';

const common = { from: 'pdf', cost: creditPerPage(pdfPages) } as const;
/** What a picture of a page has none of. Of fonts only those in the file are there to draw with, and the standard 14. */
const pictureLosses = ['vector', 'text', 'hyperlinks', 'otherFonts'] as const;

export const pdfConversions = (): readonly ConversionRow[] => [
  {
    ...common,
    to: 'png',
    lossy: false,
    losses: pictureLosses,
    options: once(() => conversionOptions('png')),
  },
  { ...common, to: 'jpg', lossy: true, losses: pictureLosses, options: once(() => conversionOptions('jpg')) },
  {
    ...common,
    to: 'webp',
    lossy: true,
    losses: pictureLosses,
    options: once(() => conversionOptions('webp')),
  },
  {
    ...common,
    to: 'avif',
    lossy: true,
    losses: pictureLosses,
    options: once(() => conversionOptions('avif')),
  },
  {
    ...common,
    to: 'tiff',
    lossy: false,
    losses: pictureLosses,
    options: once(() => conversionOptions('tiff')),
  },
  {
    ...common,
    to: 'txt',
    lossy: false,
    losses: ['layout', 'pictures'],
    options: once(() => conversionOptions('txt')),
  },
];
