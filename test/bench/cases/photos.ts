import { type Figure, figure } from '../benchmark.ts';
import { besideSharp, parallelNote } from '../support/besideSharp.ts';
import { photoOf } from '../support/pictures.ts';

/** AVIF takes ten times as long as the others. */
const batches = [
  { from: 'jpg', to: 'webp', count: 24, runs: 1 },
  { from: 'webp', to: 'jpg', count: 24, runs: 1 },
  { from: 'jpg', to: 'avif', count: 6, runs: 1 },
] as const;

/** Photographs of 12 megapixels through a window and its local service. */
export default async function* photos(): AsyncGenerator<Figure> {
  for (const batch of batches) {
    const picture = await photoOf(4000, 3000, batch.from);
    const { windows: _, cpuRatio, ...seconds } = await besideSharp({ picture, ...batch });
    yield figure({
      name: `photos-${batch.to}`,
      ...seconds,
      goal: 1.08,
      unit: 's',
      note: `${batch.count} of 12 MP; sharp alone, ${parallelNote}; CPU time ${cpuRatio.toFixed(2)}`,
    });
  }
}
