import type { ConversionRow } from '../../api/row.ts';
import { pageOptions } from '../../pdf/options.ts';
import { pdfConversions } from '../../pdf/rows.ts';
import { rowsOf } from '../row.ts';
import { devices, pageTargets, postScripts } from './formats.ts';

const row = rowsOf(-5);

/** PostScript knows neither links nor what shows through. */
const printedDrops = ['hyperlinks', 'partialTransparency'] as const;

/** What Ghostscript makes of PostScript, and PostScript of PDFs, for a user who has it. */
export const ghostscriptConversions: readonly ConversionRow[] = [
  row('pdf', 'ps', printedDrops),
  row('pdf', 'eps', [...printedDrops, 'pages']),
  ...postScripts.flatMap((from) => [
    ...Object.keys(devices)
      .filter((to) => to !== from)
      .map((to) => row(from, to, to === 'eps' ? ['pages'] : [])),
    ...pageTargets.map((to) => {
      const drops = pdfConversions.find((own) => own.to === to)?.drops ?? [];
      return row(from, to, drops, pageOptions(to));
    }),
  ]),
];
