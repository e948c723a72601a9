import { fileURLToPath } from 'node:url';
import type { RowFacts } from '../../../src/vscode/ui/row.ts';
import { FakeClock } from '../fakeClock.ts';

/** What rows tell of jobs whose results can all be undone, by a clock that stands still. */
export function rowFacts(): RowFacts & { readonly clock: FakeClock } {
  return {
    clock: new FakeClock(),
    pathOf: (uri) => fileURLToPath(uri),
    canUndo: ({ state }) => state.name === 'done' && state.output !== undefined,
  };
}
