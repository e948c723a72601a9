// npm run corpus -- FOLDER: converts the files in a folder with the local service, and compares the results with what
// other programs read. Prints a line for each disagreement, refusal of a file that another program reads, crash, and
// hang, and finally one line of JSON. With --debian it uses files from Debian packages.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildOnce } from '../../test/support/run/build.ts';
import { inRunFolder, runFolder } from '../../test/support/run/runFolder.ts';
import { collect, corpusKinds, sampleOf } from './collect.ts';
import { runCorpus } from './corpus.ts';
import { unpackCollection } from './debian/collection.ts';
import { type CorpusResult, isFault, linesOf, summaryOf } from './verdict.ts';

const usage = `npm run corpus -- FOLDER|--debian [--only ${corpusKinds.join('|')}] [--limit N] [--seed S] \
[--programs] [--patience SECONDS] [--keep-going]`;

/** After this many faults, it is clear that something is wrong, possibly with the other programs. */
const enoughFaults = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    debian: { type: 'boolean', default: false },
    only: { type: 'string' },
    limit: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    programs: { type: 'boolean', default: false },
    patience: { type: 'string', default: '120' },
    'keep-going': { type: 'boolean', default: false },
  },
});
const only = corpusKinds.find((kind) => kind === values.only);

if (positionals.length !== (values.debian ? 0 : 1) || only !== values.only) {
  console.error(usage);
  process.exitCode = 2;
} else await inRunFolder(compareAll);

async function compareAll(): Promise<void> {
  await buildOnce();
  const { programs, limit, seed, patience } = values;
  const found = await collect(positionals[0] ?? (await debianFolder()), programs);
  const wanted = found.filter(({ kind }) => only === undefined || kind === only);
  const files = sampleOf(wanted, Number(limit), Number(seed));
  let done = 0;
  const results = await runCorpus(files, {
    programs,
    patienceMs: Number(patience) * 1000,
    maxFaults: values['keep-going'] ? Infinity : enoughFaults,
    onDidConvert: (result) => {
      done += 1;
      show(result, `${done} of ${files.length}`);
    },
  });
  clearProgress();
  console.log(JSON.stringify(summaryOf(results)));
  process.exitCode = results.some(isFault) ? 1 : 0;
}

async function debianFolder(): Promise<string> {
  const folder = path.join(runFolder(), 'debian');
  await unpackCollection(folder);
  return folder;
}

function show(result: CorpusResult, progress: string): void {
  clearProgress();
  for (const line of linesOf(result)) console.log(line);
  if (process.stderr.isTTY) process.stderr.write(progress);
}

/** Removes the progress line, which is only shown in a terminal. */
function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u{1B}[K');
}
