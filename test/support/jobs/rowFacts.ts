import { fileURLToPath } from 'node:url';
import type { RowFacts } from '../../../src/vscode/ui/treeRow.ts';
import { FakeClock } from '../fakeClock.ts';

/** Row facts for jobs that can all be undone, with a stopped clock. */
export function rowFacts(): RowFacts & { readonly clock: FakeClock } {
  return {
    clock: new FakeClock(),
    pathOf: (uri) => fileURLToPath(uri),
    canUndo: ({ state }) => state.name === 'done' && state.output !== undefined,
  };
}
