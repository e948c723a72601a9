import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { data, document } from '../../../test/support/service/fixtures.ts';
import { localLimits } from '../../../src/service/plans.ts';
import { ensureSystemPackages, programNeeds } from '../../../test/support/systemPackages.ts';
import { type Figure, figure } from '../benchmark.ts';
import { inTurns } from '../statistics.ts';
import { byOfficeAlone } from '../support/officeAlone.ts';
import { copiesOf, newFolder } from '../support/pictures.ts';
import { windowScript } from '../support/windowScript.ts';
import { byEnginesAlone } from '../support/workerAlone.ts';

const count = 20;
const runs = 3;
const { maxParallelJobs } = localLimits;
const inOffice = { alone: byOfficeAlone, by: 'LibreOffice without a sandbox, in an existing profile' };

const pairs = [
  { file: document('voyage.docx'), to: 'pdf', ...inOffice },
  { file: data('ledger.xlsx'), to: 'pdf', ...inOffice },
  { file: document('voyage.pptx'), to: 'pdf', ...inOffice },
  ...[
    { file: document('voyage.docx'), to: 'md' },
    { file: data('ledger.xlsx'), to: 'csv' },
    { file: document('pictures.pdf'), to: 'png' },
    { file: document('text.pdf'), to: 'md' },
  ].map(({ file, to }) => ({
    file,
    to,
    by: 'the same libraries without the extension and its service',
    alone: async (sources: readonly string[], parallel: number) =>
      byEnginesAlone(sources, path.extname(file).slice(1), to, parallel),
  })),
];

/**
 * Documents converted through a window and its local service with the user's programs, compared with the bare programs
 * or libraries.
 */
export default async function* documents(): AsyncGenerator<Figure> {
  await ensureSystemPackages(programNeeds);
  for (const { file, to, alone, by } of pairs) {
    const content = await readFile(file);
    const from = path.extname(file).slice(1);
    const seconds = await inTurns(
      runs,
      async () => {
        const sources = await copiesOf(content, count, from);
        const task = {
          sources,
          storageFolder: await newFolder(),
          targetFormat: to,
          service: 'warm' as const,
        };
        return (await windowScript.run(task)).seconds;
      },
      async () => alone(await copiesOf(content, count, from), maxParallelJobs),
    );
    yield figure({
      name: `documents-${from}-${to}`,
      ...seconds,
      goal: 1.15,
      unit: 's',
      note: `${count} of ${Math.round(content.length / 1000)} kB; compared with ${by}, ${maxParallelJobs} at a time`,
    });
  }
}
