import { availableParallelism } from 'node:os';
import { localLimits } from '../../../src/service/plans.ts';
import { type Pair, inTurns } from '../statistics.ts';
import { copiesOf, newFolder } from './pictures.ts';
import { type SharpFigures, sharpScript } from './sharpScript.ts';
import { type WindowFigures, windowScript } from './windowScript.ts';

interface Batch {
  readonly picture: Uint8Array;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly runs: number;
}

interface Comparison extends Pair {
  readonly runs: number;
  /** The measurements of our extension. */
  readonly windows: readonly WindowFigures[];
  /** The ratio of the processor times, which hardly depends on the machine's load. */
  readonly cpuRatio: number;
}

/** A note for every comparison. */
export const parallelNote = `${localLimits.maxParallelJobs} at a time on ${availableParallelism()} processors`;

/**
 * Measures, in seconds, how long it takes to convert copies of a picture: through a window and its service, and with
 * sharp in a script with the same settings and concurrency.
 */
export async function besideSharp({ picture, from, to, count, runs }: Batch): Promise<Comparison> {
  const windows: WindowFigures[] = [];
  const alone: SharpFigures[] = [];
  const seconds = await inTurns(
    runs,
    async () => {
      const task = {
        storageFolder: await newFolder(),
        sources: await copiesOf(picture, count, from),
        targetFormat: to,
        service: 'warm' as const,
      };
      const figures = await windowScript.run(task);
      windows.push(figures);
      return figures.seconds;
    },
    async () => {
      const sources = await copiesOf(picture, count, from);
      const task = { sources, targetFormat: to, parallel: localLimits.maxParallelJobs };
      const figures = await sharpScript.run(task);
      alone.push(figures);
      return figures.seconds;
    },
  );
  return { ...seconds, windows, cpuRatio: cpuOf(windows) / cpuOf(alone) };
}

function cpuOf(all: readonly { readonly cpuSeconds: number }[]): number {
  return all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}
