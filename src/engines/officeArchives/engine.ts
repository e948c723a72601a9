import type { EngineDescription } from '../api/engineDescription.ts';
import { officeArchiveCompressions } from './rows.ts';

/** Office documents and books made smaller. */
export const officeArchives = {
  id: 'officeArchiveCompression',
  load: async () => (await import('./compress.ts')).compressOfficeArchive,
  time: 'pixels',
  memory: 'unfolded',
  compressions: officeArchiveCompressions,
} as const satisfies EngineDescription;
