import { type Figure, figure } from '../benchmark.ts';
import { besideSharp, parallelNote } from '../support/besideSharp.ts';
import { photoOf } from '../support/pictures.ts';

/** AVIF takes ten times as long as the others. */
const batches = [
  { to: 'webp', count: 24, runs: 1 },
  { to: 'jpg', count: 24, runs: 1 },
  { to: 'avif', count: 6, runs: 1 },
];

/** Photographs of 12 megapixels through a window and its local service. */
export default async function* photos(): AsyncGenerator<Figure> {
  const picture = await photoOf(4000, 3000);
  for (const { to, count, runs } of batches) {
    const { windows: _, cpuRatio, ...seconds } = await besideSharp(picture, count, to, runs);
    yield figure({
      name: `photos-${to}`,
      ...seconds,
      goal: 1.08,
      unit: 's',
      note: `${count} of 12 MP; sharp alone, ${parallelNote}; CPU time ${cpuRatio.toFixed(2)}`,
    });
  }
}
