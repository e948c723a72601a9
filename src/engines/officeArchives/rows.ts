import * as z from 'zod/mini';
import { oneCredit } from '../api/cost.ts';
import { strictOptions } from '../api/options.ts';
import type { CompressionRow } from '../api/row.ts';

/** Documents that are zips of parts. */
const formats = ['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'epub'] as const;

export const officeArchiveOptions = strictOptions({
  /** Only changes that lose nothing: the pictures inside keep every pixel. */
  lossless: z.optional(z.boolean()),
});

export const officeArchiveCompressions = (): readonly CompressionRow[] =>
  formats.map((format) => ({
    format,
    lossy: true,
    cost: oneCredit,
    options: officeArchiveOptions,
  }));
