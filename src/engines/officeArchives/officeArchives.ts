import * as z from 'zod/mini';
import { type Compression, type EngineDescription, oneCredit } from '../api/engineDescription.ts';
import { option, strictOptions } from '../api/options.ts';
import { losslessWithout, maxSizeShape, sizeLimitShape, qualityOption } from '../lib/compressionOptions.ts';

/** Document formats that are ZIP files. */
const formats = ['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'epub'] as const;

/** The options for pictures inside a document. */
export const archiveShape = {
  quality: qualityOption({ unset: 'No visible loss' }),
  lossless: option(z.boolean(), {
    description: 'Only lossless changes; pictures keep their pixels',
    default: false,
  }),
  ...maxSizeShape,
  ...sizeLimitShape,
};

/**
 * The options for compressing a document. They only concern its pictures, since the rest is always recompressed as much
 * as possible.
 */
export const officeArchiveOptions = z.object(archiveShape);

export type OfficeArchiveOptions = z.infer<typeof officeArchiveOptions>;

const checkedOptions = strictOptions(archiveShape).check(losslessWithout('quality', 'maxWidth', 'maxHeight'));

const officeArchiveCompressions = (): readonly Compression[] =>
  formats.map((format) => ({
    format,
    lossy: true,
    cost: oneCredit,
    options: () => checkedOptions,
  }));

/** Compresses Office documents and e-books. */
export const officeArchives = {
  id: 'officeArchiveCompression',
  load: async () => (await import('./compress.ts')).compressOfficeArchive,
  time: 'pixels',
  memory: 'unfolded',
  compressions: officeArchiveCompressions,
} as const satisfies EngineDescription;
