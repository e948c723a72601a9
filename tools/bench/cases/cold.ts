import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { sample } from '../../../test/support/service/fixtures.ts';
import { type Figure, figure, inTurns, median, secondsOf } from '../benchmark.ts';
import { copiesOf, newFolder } from '../support/files.ts';
import { sharpScript } from '../support/sharpScript.ts';
import { windowScript } from '../support/windowScript.ts';

const runs = 7;
const targetFormat = 'webp';
/** The program of a process that takes a message, like the local service, and ends. */
const program = `process.once('message', () => process.exit())`;
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
  const starts: number[] = [];
  for (let start = 0; start < runs; start += 1) starts.push(await secondsOf(startProcess));
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
    // The service is a process of its own, and the worker that converts can't start before it.
    const bound = service === 'off' ? 1 + median(starts) / seconds.reference : 1;
    yield figure({ name, ...seconds, goal: 1.15 * bound, unit: 's', note });
  }
}

async function startProcess(): Promise<void> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send('begin');
  await once(child, 'exit');
}
