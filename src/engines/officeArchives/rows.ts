import * as z from 'zod/mini';
import { oneCredit } from '../api/cost.ts';
import { option, strictOptions } from '../api/options.ts';
import type { CompressionRow } from '../api/row.ts';

/** Documents that are zips of parts. */
const formats = ['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'epub'] as const;

export const officeArchiveOptions = strictOptions({
  lossless: option(z.boolean(), {
    description: 'Only changes that lose nothing: the pictures inside keep every pixel.',
    default: false,
  }),
});

export const officeArchiveCompressions = (): readonly CompressionRow[] =>
  formats.map((format) => ({
    format,
    lossy: true,
    cost: oneCredit,
    options: officeArchiveOptions,
  }));
