import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { proofsOf, rowName, rows } from '../matrix/rows.ts';
import { Workbench } from '../support/workbench/workbench.ts';

/** Conversions of every kind, such as people do every day. */
const everyday = [
  'jpg → webp',
  'heic → png',
  'docx → pdf',
  'xlsx → csv',
  'flac → mp3',
  'mov → mp4',
  'ttf → woff2',
  'epub → md',
  'zip → tar.gz',
  'yaml → json',
];

/** What is drawn by another library in the universal package. */
const drawn = ['svg → png'];

for (const [installed, names] of [
  ['native', everyday],
  ['universal', [...everyday, ...drawn]],
] as const) {
  describe(`A file of every kind, with the ${installed} package`, () => {
    let workbench: Workbench;

    before(async () => {
      workbench = await Workbench.open({ name: `every-kind-${installed}`, installed });
    });

    after(() => workbench.close());

    for (const name of names) {
      it(`is converted by right-click: ${name}`, async () => {
        const row = rows.find((each) => rowName(each) === name);
        const { samples, checks } = (row && proofsOf(row)) ?? {};
        const [sample, check] = [samples?.[row?.from ?? ''], checks?.[row?.to ?? '']];
        if (!row || sample === undefined || !check) throw new Error(`${name} is not offered.`);
        const { from, to } = row;
        const source = path.join(workbench.folder, `from ${from}.${from}`);
        await copyFile(sample, source);

        await workbench.explorer.choose([path.basename(source)], 'Convert & Compress', 'Convert To…');
        await workbench.quickInput.pick(to.toUpperCase());
        const output = `from ${from}.${to}`;
        await workbench.notifications.read(`Saved ${output}.`);
        await check({
          from,
          to,
          source: await readFile(source),
          output: await readFile(path.join(workbench.folder, output)),
        });
      });
    }
  });
}
