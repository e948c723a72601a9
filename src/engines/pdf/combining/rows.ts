import { creditPerPage } from '../../api/cost.ts';
import type { CombinationRow, Cost } from '../../api/row.ts';
import { readable } from '../fromImages/formats.ts';
import { pdfPages } from '../pages/engine.ts';
import { combiningOptions } from './options.ts';

const ofPdf = creditPerPage(pdfPages);

/** One after the other: submissions wait for it, and only so many counts may run at once. */
const perPage: Cost = async (work, run) => {
  let credits = 0;
  for (const { path, from } of work.inputs ?? []) {
    const one = { ...work, inputPath: path, from: from ?? '' };
    credits += from === 'pdf' ? await ofPdf(one, run) : 1;
  }
  return credits;
};

export const pdfCombinations = (): readonly CombinationRow[] => [
  { to: 'pdf', from: [...readable, 'pdf'], cost: perPage, options: () => combiningOptions },
];
