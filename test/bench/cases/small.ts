import { readFile } from 'node:fs/promises';
import { sample } from '../../support/service/fixtures.ts';
import { type Figure, figure } from '../benchmark.ts';
import { besideSharp, parallelNote } from '../support/besideSharp.ts';

/** Fewer runs of more files: each of them is as long. */
const batches = [
  { count: 200, runs: 3 },
  { count: 1000, runs: 2 },
  { count: 5000, runs: 1 },
];
const megabyte = 1_000_000;

/** Batches of small photographs, 600 by 400 pixels, into WebP, through a window and its local service. */
export default async function* small(): AsyncGenerator<Figure> {
  const picture = await readFile(sample('coffee.jpg'));
  const perFile: number[] = [];
  for (const { count, runs } of batches) {
    const batch = { picture, from: 'jpg', to: 'webp', count, runs };
    const { windows, cpuRatio, ...seconds } = await besideSharp(batch);
    const most = (of: (figures: (typeof windows)[number]) => number): number => Math.max(...windows.map(of));
    yield figure({
      name: `small-${count}`,
      ...seconds,
      goal: 1.15,
      unit: 's',
      note:
        `sharp alone, ${parallelNote}; CPU time ${cpuRatio.toFixed(2)}; event loop p99 ` +
        `${most(({ loopP99Ms }) => loopP99Ms).toFixed(0)} ms, longest ${most(({ loopMaxMs }) => loopMaxMs).toFixed(0)} ms; ` +
        `the window grew by ${(most(({ memoryBytes }) => memoryBytes) / megabyte).toFixed(0)} MB`,
    });
    perFile.push((seconds.ours / count) * 1000);
  }
  const [few = 0] = perFile;
  yield figure({
    name: 'small-straight',
    ours: perFile.at(-1) ?? 0,
    reference: few,
    goal: 1.15,
    unit: 'ms a file',
    runs: 1,
    note: 'a file of 5,000 beside a file of 200',
  });
}
