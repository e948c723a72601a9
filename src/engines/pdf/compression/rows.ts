import { creditPerPage } from '../../api/cost.ts';
import type { CompressionRow } from '../../api/row.ts';
import { pdfPages } from '../pages/engine.ts';
import { checkedCompressionOptions } from './options.ts';

export const pdfCompressions = (): readonly CompressionRow[] => [
  {
    format: 'pdf',
    lossy: true,
    cost: creditPerPage(pdfPages),
    options: () => checkedCompressionOptions,
  },
];
