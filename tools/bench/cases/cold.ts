import { readFile } from 'node:fs/promises';
import { sample } from '../../../test/support/service/fixtures.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, secondsOf } from '../statistics.ts';
import { copiesOf, newFolder } from '../support/pictures.ts';
import { sharpScript } from '../support/sharpScript.ts';
import { windowScript } from '../support/windowScript.ts';

const runs = 7;
const targetFormat = 'webp';
const reference = 'compared with a process that starts, loads sharp, and converts the same file';

const figures = [
  { name: 'cold', service: 'off', note: reference },
  {
    name: 'cold-chosen',
    service: 'started',
    note: `from choosing a format, as the service starts when the list opens; ${reference}`,
  },
] as const;

/** The first photograph that a new window converts. The service and a worker start for it. */
export default async function* cold(): AsyncGenerator<Figure> {
  const picture = await readFile(sample('coffee.jpg'));
  for (const { name, service, note } of figures) {
    const seconds = await inTurns(
      runs,
      async () => {
        const [sources, storageFolder] = [await copiesOf(picture, 1), await newFolder()];
        const task = { storageFolder, sources, targetFormat, service };
        return (await windowScript.run(task)).seconds;
      },
      async () => {
        const sources = await copiesOf(picture, 1);
        return secondsOf(async () => sharpScript.run({ sources, targetFormat, parallel: 1 }));
      },
    );
    yield figure({ name, ...seconds, goal: 1.15, unit: 's', note });
  }
}
