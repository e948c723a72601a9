import type { EngineDescription } from '../api/engineDescription.ts';
import { svgCompressions } from './rows.ts';

/** SVGs made smaller, by SVGO. */
export const svg = {
  id: 'svgCompression',
  load: async () => (await import('./compress.ts')).compressSvg,
  time: 'values',
  memory: 'values',
  compressions: svgCompressions,
} as const satisfies EngineDescription;
