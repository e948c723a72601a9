import { anyFormat } from '../../../contract/combinations.ts';
import { oneCredit } from '../../api/cost.ts';
import type { EngineDescription } from '../../api/engineDescription.ts';
import { zipOptions } from './options.ts';

/** Files together in a zip, whatever they are. */
export const zipFiles = {
  id: 'zipFiles',
  load: async () => (await import('./zipFiles.ts')).zipFiles,
  time: 'archives',
  memory: 'values',
  combinations: () => [{ to: 'zip', from: anyFormat, cost: oneCredit, options: () => zipOptions }],
} as const satisfies EngineDescription;
