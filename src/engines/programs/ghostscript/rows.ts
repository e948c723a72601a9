import type { ConversionRow } from '../../api/row.ts';
import { pageOptions } from '../../pdf/options.ts';
import { pdfConversions } from '../../pdf/rows.ts';
import { rowsOf } from '../row.ts';
import { devices, pageTargets, postScripts } from './formats.ts';

const row = rowsOf(-5);

/** PostScript knows neither links nor what shows through. */
const printedLosses = ['hyperlinks', 'partialTransparency'] as const;

/** What Ghostscript makes of PostScript, and PostScript of PDFs, for a user who has it. */
export const ghostscriptConversions = (): readonly ConversionRow[] => {
  const pages = pdfConversions();
  return [
    row('pdf', 'ps', printedLosses),
    row('pdf', 'eps', [...printedLosses, 'pages']),
    ...postScripts.flatMap((from) => [
      ...Object.keys(devices)
        .filter((to) => to !== from)
        .map((to) => row(from, to, to === 'eps' ? ['pages'] : [])),
      ...pageTargets.map((to) => {
        const losses = pages.find((own) => own.to === to)?.losses ?? [];
        return row(from, to, losses, () => pageOptions(to));
      }),
    ]),
  ];
};
