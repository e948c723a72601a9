import { type Figure, figure } from '../benchmark.ts';
import { besideSharp, parallelNote } from '../support/besideSharp.ts';
import { photoOf } from '../support/pictures.ts';

const pairs = [
  { from: 'jpg', to: 'webp' },
  { from: 'webp', to: 'jpg' },
  { from: 'jpg', to: 'avif' },
] as const;
const count = 24;

/** Photographs of 12 megapixels through a window and its local service. */
export default async function* photos(): AsyncGenerator<Figure> {
  for (const pair of pairs) {
    const picture = await photoOf(4000, 3000, pair.from);
    const { windows: _, cpuRatio, ...seconds } = await besideSharp({ ...pair, picture, count, runs: 3 });
    yield figure({
      name: `photos-${pair.to}`,
      ...seconds,
      goal: 1.08,
      unit: 's',
      note: `${count} photos of 12 megapixels, compared with sharp, ${parallelNote}; processor time ${cpuRatio.toFixed(2)}`,
    });
  }
}
