import { creditPerPage } from '../../api/cost.ts';
import type { CompressionRow } from '../../api/row.ts';
import { pdfCompressionOptions } from './options.ts';

export const pdfCompressions: readonly CompressionRow[] = [
  {
    format: 'pdf',
    engine: 'pdfCompression',
    lossy: true,
    cost: creditPerPage('pdfPages'),
    options: pdfCompressionOptions,
  },
];
