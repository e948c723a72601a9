import type { EngineDescription } from '../../api/engineDescription.ts';
import { pandocProgram } from './program.ts';
import { pandocConversions } from './rows.ts';

/** Documents and books in many markup languages. */
export const pandoc = {
  id: 'pandoc',
  load: async () => (await import('./convert.ts')).convertWithPandoc,
  time: 'texts',
  memory: 'texts',
  conversions: pandocConversions,
  program: {
    ...pandocProgram,
    // What was found of it does not concern `--sandbox` (release notes of 3.1.4), in which alone it runs.
    holes: [],
  },
} as const satisfies EngineDescription;
