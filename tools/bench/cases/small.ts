import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { localLimits } from '../../../src/service/plans.ts';
import { sample } from '../../../test/support/service/fixtures.ts';
import { type Figure, figure, inTurns } from '../benchmark.ts';
import { copiesOf, newFolder } from '../support/files.ts';
import { type SharpFigures, sharpScript } from '../support/sharpScript.ts';
import { type WindowFigures, windowScript } from '../support/windowScript.ts';

/** Few runs, because each has many files and takes a long time. */
const batches = [
  { count: 200, runs: 3 },
  { count: 1000, runs: 2 },
  { count: 5000, runs: 1 },
];
const megabyte = 1_000_000;
const maxDelayMs = 20;
const { maxParallelJobs: parallel } = localLimits;
const targetFormat = 'webp';

/**
 * Batches of small photographs (600 by 400 pixels), converted to WebP through a window and its local service, and with
 * sharp in a script with the same settings and concurrency.
 */
export default async function* small(): AsyncGenerator<Figure> {
  const picture = await readFile(sample('coffee.jpg'));
  const inWindow = async (count: number, isBelowNormal = false): Promise<WindowFigures> => {
    const [storageFolder, sources] = [await newFolder(), await copiesOf(picture, count)];
    return windowScript.run({ storageFolder, sources, targetFormat, service: 'warm', isBelowNormal });
  };
  const perFile: number[] = [];
  for (const { count, runs } of batches) {
    const windows: WindowFigures[] = [];
    const alone: SharpFigures[] = [];
    const seconds = await inTurns(
      runs,
      async () => last(windows, await inWindow(count)).seconds,
      async () =>
        last(
          alone,
          await sharpScript.run({ sources: await copiesOf(picture, count), targetFormat, parallel }),
        ).seconds,
    );
    const grownBytes = Math.max(...windows.map(({ memoryBytes }) => memoryBytes));
    yield figure({
      name: `small-${count}`,
      ...seconds,
      goal: 1.1,
      unit: 's',
      note:
        `compared with sharp, ${parallel} at a time on ${availableParallelism()} processors; processor time ` +
        `${(cpuOf(windows) / cpuOf(alone)).toFixed(2)}; the window’s memory grew by ${(grownBytes / megabyte).toFixed(0)} MB`,
    });
    perFile.push((seconds.ours / count) * 1000);
  }
  const { loopP99Ms, loopMaxMs } = await inWindow(1000, true);
  yield figure({
    name: 'small-loop',
    ours: loopP99Ms,
    reference: maxDelayMs,
    goal: 1,
    unit: 'ms',
    runs: 1,
    note:
      '99th percentile of the event loop’s delay in the window while 1,000 photos are converted with the service’s ' +
      `default priority, compared with the goal; at most ${loopMaxMs.toFixed(0)} ms`,
  });
  const [few = 0] = perFile;
  yield figure({
    name: 'small-straight',
    ours: perFile.at(-1) ?? 0,
    reference: few,
    goal: 1.15,
    unit: 'ms per file',
    runs: 1,
    note: 'a file of 5,000, compared with a file of 200',
  });
}

/** Adds an item to a list, and returns it. */
function last<Item>(all: Item[], item: Item): Item {
  all.push(item);
  return item;
}

/** The processor time of all runs, which hardly depends on the machine's load. */
function cpuOf(all: readonly { readonly cpuSeconds: number }[]): number {
  return all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}
