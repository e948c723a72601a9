import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { localLimits } from '../../../src/service/plans.ts';
import { data, document } from '../../../test/support/service/fixtures.ts';
import { type Figure, figure, inTurns, type Medians } from '../benchmark.ts';
import { copiesOf, newFolder } from '../support/files.ts';
import { windowScript } from '../support/windowScript.ts';
import { byEnginesAlone } from '../support/workerAlone.ts';

/** Enough files that loading the engine in a second worker doesn't matter. */
const count = 60;
const runs = 3;
const goal = 1.15;
const { maxParallelJobs } = localLimits;
const pairs = [
  { file: data('ledger.xlsx'), to: 'csv' },
  { file: document('text.pdf'), to: 'md' },
];

/** Documents converted through a window and its local service, compared with the same libraries alone. */
export default async function* documents(): AsyncGenerator<Figure> {
  for (const { file, to } of pairs) {
    const [content, from] = [await readFile(file), path.extname(file).slice(1)];
    const seconds = await secondsFor(content, from, to);
    // Submitting, queuing, and saving take the same time for any file of this size.
    const easy = await secondsFor(Buffer.from(JSON.stringify('a'.repeat(content.length))), 'json', 'yaml');
    const bound = (seconds.reference + easy.ours - easy.reference) / seconds.reference;
    yield figure({
      name: `documents-${from}-${to}`,
      ...seconds,
      goal: goal * bound,
      unit: 's',
      note:
        `${count} of ${Math.round(content.length / 1000)} kB; compared with the same libraries without the extension ` +
        `and its service, ${maxParallelJobs} at a time`,
    });
  }
}

async function secondsFor(content: Buffer, from: string, to: string): Promise<Medians> {
  return inTurns(
    runs,
    async () => {
      const sources = await copiesOf(content, count, from);
      const task = { sources, storageFolder: await newFolder(), targetFormat: to, service: 'warm' as const };
      return (await windowScript.run(task)).seconds;
    },
    async () => byEnginesAlone(await copiesOf(content, count, from), from, to, maxParallelJobs),
  );
}
