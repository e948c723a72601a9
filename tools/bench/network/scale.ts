// node tools/bench/network/scale.ts: prints the rows of the tables in docs/scale.md, as the model computes them from
// the figures below.
import { type ScaleInputs, scaleTables } from './scaleModel.ts';

/** The numbers of workers in docs/scale.md. */
const counts = [10, 50];

/** The measurements (`npm run bench -- network-nodes`) and assumptions in docs/scale.md. */
export const scaleInputs: ScaleInputs = {
  api: { submission: 0.0077, poll: 0.0012, gibibyte: 6.4 },
  database: { submission: 0.0026, poll: 0.0006, attempt: 0.0026 },
  worker: { attempt: 0.0052 },
  job: { engineSeconds: 2, polls: 3, megabytes: 8 },
  slotsPerWorker: 4,
  busy: 0.6,
  databaseProcessors: 32,
  maxRows: 200_000_000,
  keptDays: 7,
  megabytesPerSecond: 1000,
};

/** The rows of the tables in docs/scale.md. */
export function scaleRows(): string[] {
  return scaleTables(scaleInputs, counts);
}

if (import.meta.main) console.log(scaleRows().join('\n'));
