import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Check } from '../../../tools/matrix/proofs.ts';
import { programOf, proofsOf, caseName, matrixCases } from '../../../tools/matrix/matrixCases.ts';
import { withoutPrograms } from '../../support/workbench/withoutPrograms.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** Everyday conversions of every kind. */
const everyday = [
  'jpg → webp',
  'heic → png',
  'svg → png',
  'docx → pdf',
  'xlsx → csv',
  'flac → mp3',
  'mov → mp4',
  'gif → mp4',
  'ttf → woff2',
  'epub → md',
  'zip → tar.gz',
  'yaml → json',
];

interface Example {
  readonly from: string;
  readonly to: string;
  readonly sample: string;
  readonly check: Check;
}

/** A conversion with its sample and the check of its output. */
function exampleOf(name: string): Example {
  const row = matrixCases.find((each) => caseName(each) === name && programOf(each) === undefined);
  const { samples, checks } = (row && proofsOf(row)) ?? {};
  const [sample, check] = [samples?.[row?.from ?? ''], checks?.[row?.to ?? '']];
  if (!row || sample === undefined || !check) throw new Error(`Conversion not offered: ${name}`);
  return { from: row.from, to: row.to, sample, check };
}

describe('A file of every kind', () => {
  const examples = everyday.map(exampleOf);
  let workbench: Workbench;

  before(async () => {
    const files = examples.map(async ({ from, sample }) => [`from ${from}.${from}`, await readFile(sample)]);
    workbench = await Workbench.open({
      name: 'every-kind',
      files: Object.fromEntries(await Promise.all(files)),
      machineSettings: withoutPrograms,
    });
  });

  after(() => workbench.close());

  for (const { from, to, check } of examples) {
    it(`is converted from the context menu: ${from} → ${to}`, async () => {
      const [source, output] = [`from ${from}.${from}`, `from ${from}.${to}`];
      await workbench.explorer.choose([source], 'Convert & Compress', 'Convert To…');
      await workbench.quickInput.pickFormat(to);
      await workbench.notifications.read(`Saved ${output}`);
      await check({
        from,
        to,
        source: await readFile(path.join(workbench.folder, source)),
        output: await readFile(path.join(workbench.folder, output)),
      });
    });
  }
});
