import { readFile } from 'node:fs/promises';
import { sample } from '../../../test/support/service/fixtures.ts';
import { type Figure, figure } from '../benchmark.ts';
import { besideSharp, parallelNote } from '../support/besideSharp.ts';
import { copiesOf, newFolder } from '../support/pictures.ts';
import { windowScript } from '../support/windowScript.ts';

/** Few runs, because each has many files and takes a long time. */
const batches = [
  { count: 200, runs: 3 },
  { count: 1000, runs: 2 },
  { count: 5000, runs: 1 },
];
const megabyte = 1_000_000;
const maxDelayMs = 20;

/** Batches of small photographs (600 by 400 pixels), converted to WebP through a window and its local service. */
export default async function* small(): AsyncGenerator<Figure> {
  const picture = await readFile(sample('coffee.jpg'));
  const perFile: number[] = [];
  for (const { count, runs } of batches) {
    const batch = { picture, from: 'jpg', to: 'webp', count, runs };
    const { windows, cpuRatio, ...seconds } = await besideSharp(batch);
    const grownBytes = Math.max(...windows.map(({ memoryBytes }) => memoryBytes));
    yield figure({
      name: `small-${count}`,
      ...seconds,
      goal: 1.15,
      unit: 's',
      note:
        `compared with sharp, ${parallelNote}; processor time ${cpuRatio.toFixed(2)}; ` +
        `the window’s memory grew by ${(grownBytes / megabyte).toFixed(0)} MB`,
    });
    perFile.push((seconds.ours / count) * 1000);
  }
  const { loopP99Ms, loopMaxMs } = await windowScript.run({
    storageFolder: await newFolder(),
    sources: await copiesOf(picture, 1000),
    targetFormat: 'webp',
    service: 'warm',
    isBelowNormal: true,
  });
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
