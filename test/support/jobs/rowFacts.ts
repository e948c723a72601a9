import { fileURLToPath } from 'node:url';
import type { RowFacts } from '../../../src/vscode/jobsView/jobRows.ts';
import { FakeClock } from '../fakeClock.ts';

/** Facts for the rows of jobs. The clock is stopped, and every saved result can be undone. */
export function rowFacts(): RowFacts & { readonly clock: FakeClock } {
  return {
    clock: new FakeClock(),
    pathOf: (uri) => fileURLToPath(uri),
    canUndo: ({ state }) => state.name === 'done' && state.output !== undefined,
  };
}
