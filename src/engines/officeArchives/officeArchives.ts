import * as z from 'zod/mini';
import { oneCredit } from '../api/cost.ts';
import type { EngineDescription } from '../api/engineDescription.ts';
import { option, strictOptions } from '../api/options.ts';
import { losslessWithout } from '../lib/lossless.ts';
import { maxSizeShape } from '../lib/maxSize.ts';
import { sizeLimitShape } from '../lib/sizeLimits.ts';
import type { Compression } from '../api/conversion.ts';
import { qualityOption } from '../lib/qualityOption.ts';

/** Documents that are zips of parts. */
const formats = ['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'epub'] as const;

/** The options of the pictures inside a document. */
export const archiveShape = {
  quality: qualityOption({ unset: 'Visually lossless' }),
  lossless: option(z.boolean(), {
    description: 'Only lossless changes; embedded pictures keep their pixels',
    default: false,
  }),
  ...maxSizeShape,
  ...sizeLimitShape,
};

/** The options of the pictures inside; the rest of a document is packed as tight as can be anyway. */
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

/** Office documents and books made smaller. */
export const officeArchives = {
  id: 'officeArchiveCompression',
  load: async () => (await import('./compress.ts')).compressOfficeArchive,
  time: 'pixels',
  memory: 'unfolded',
  compressions: officeArchiveCompressions,
} as const satisfies EngineDescription;
