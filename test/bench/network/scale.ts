// node test/bench/network/scale.ts: prints the rows of docs/scale.md's tables, computed from these figures.
import { type ScaleInputs, scaleTables } from './scaleModel.ts';

/** Numbers of workers that the page tells of. */
export const scaleCounts = [10, 1000] as const;

if (import.meta.main) console.log(scaleTables(scaleInputs, scaleCounts).join('\n'));
