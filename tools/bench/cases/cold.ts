import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { root } from '../../../test/support/paths.ts';
import { sample } from '../../../test/support/service/fixtures.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns, medianOf, secondsOf } from '../statistics.ts';
import { copiesOf, newFolder } from '../support/pictures.ts';
import { sharpScript } from '../support/sharpScript.ts';
import { windowScript } from '../support/windowScript.ts';

const runs = 7;
const targetFormat = 'webp';
const run = promisify(execFile);
/** The program of a process that listens with the framework of the local service, and ends. */
const listening = `require('fastify')().listen({ port: 0 }, () => process.exit())`;
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
  const outfile = path.join(await newFolder(), 'listening.cjs');
  await build({ stdin: { contents: listening, resolveDir: root }, bundle: true, platform: 'node', outfile });
  const start = await medianOf(runs, async () => secondsOf(async () => run(process.execPath, [outfile])));
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
    // The service is a process of its own, and must listen before it gets the photo.
    const bound = service === 'off' ? 1 + start / seconds.reference : 1;
    yield figure({ name, ...seconds, goal: 1.15 * bound, unit: 's', note });
  }
}
