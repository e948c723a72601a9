import { readFile } from 'node:fs/promises';
import { sample } from '../../support/service/fixtures.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, secondsOf } from '../statistics.ts';
import { copiesOf, newFolder } from '../support/pictures.ts';
import { sharpScript } from '../support/sharpScript.ts';
import { windowScript } from '../support/windowScript.ts';

const runs = 7;
const targetFormat = 'webp';

/** The first photograph after a window has opened: the service and a worker start for it. */
export default async function* cold(): AsyncGenerator<Figure> {
  const picture = await readFile(sample('coffee.jpg'));
  const seconds = await inTurns(
    runs,
    async () => {
      const [sources, storageFolder] = [await copiesOf(picture, 1), await newFolder()];
      const { seconds: taken } = await windowScript.run({
        storageFolder,
        sources,
        targetFormat,
        isWarm: false,
      });
      return taken;
    },
    async () => {
      const sources = await copiesOf(picture, 1);
      return secondsOf(async () => sharpScript.run({ sources, targetFormat, parallel: 1 }));
    },
  );
  const note = 'beside a process that starts, loads sharp and converts the same file';
  yield figure({ name: 'cold', ...seconds, goal: 1.15, unit: 's', note });
}
