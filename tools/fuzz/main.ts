// npm run fuzz -- [--seed S] [--minutes M] [--only ENGINE|FORMAT|ENGINE/FORMAT] [--case N] [--programs]
// npm run fuzz -- --file FILE [--to FORMAT]
// Prints each finding as a sentence with the command that reproduces it, and finally the results as one line of JSON.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatOfFileName } from '../../src/contract/formats/naming.ts';
import { findPrograms, type FoundPrograms } from '../../src/engines/programs/findPrograms.ts';
import { inRunFolder, runFolder } from '../../test/support/run/runFolder.ts';
import { type FuzzedReader, readersNamed, readersWith } from './cases/readers.ts';
import { withVariants } from './cases/variantSamples.ts';
import { keepFinding } from './corpus.ts';
import { commandFor, fuzz, type NotableCase } from './fuzz.ts';
import { minimized } from './minimize.ts';
import { isFault, signatureOf } from './trial/outcome.ts';
import { FuzzTrial } from './trial/trial.ts';

const minuteMs = 60_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    case: { type: 'string' },
    file: { type: 'string' },
    to: { type: 'string' },
    programs: { type: 'boolean', default: false },
    patience: { type: 'string', default: '20' },
  },
});
const seed = Number(values.seed);

/**
 * The readers to fuzz, with variants of their formats. The programs that make the variants create temporary files, so
 * this must happen before a trial watches those folders.
 */
async function wantedReaders(found: FoundPrograms): Promise<FuzzedReader[]> {
  const all = readersWith(found);
  const named = values.only === undefined ? all : readersNamed(all, values.only);
  return withVariants(named, path.join(runFolder(), 'variants'));
}

async function fuzzReaders(trial: FuzzTrial, readers: readonly FuzzedReader[]): Promise<boolean> {
  const end = Date.now() + Number(values.minutes) * minuteMs;
  const report = await fuzz({
    readers,
    seed,
    turns: values.case === undefined ? turnsOf(10) : [[Number(values.case)]],
    trial,
    shouldContinue: () => Date.now() < end,
    onDidNotice: async (notice) => tell(notice, trial),
  });
  console.log(JSON.stringify(report));
  return report.faults === 0;
}

/** Prints a finding, and adds faults to the corpus. */
async function tell(notice: NotableCase, trial: FuzzTrial): Promise<void> {
  const { fuzzCase, outcome } = notice;
  const { sample, to } = fuzzCase;
  const command = commandFor(notice, seed);
  const what = `${path.basename(sample)} to ${to}`;
  if (!isFault(outcome)) return console.error(`${outcome.kind}: ${what} (${command})`);
  const found = signatureOf(outcome);
  console.error(`${found}: ${what} (${command})`);
  const end = Date.now() + minuteMs;
  const shows = async (bytes: Buffer): Promise<boolean> => {
    if (Date.now() > end) return false;
    const again = await trial.run({ ...fuzzCase, bytes });
    return isFault(again) && signatureOf(again) === found;
  };
  const bytes = await minimized(fuzzCase.bytes, shows);
  const { file } = keepFinding(outcome.engine, { ...fuzzCase, bytes }, found);
  console.error(`  kept as ${file}, ${bytes.length} bytes`);
}

/** Prints the outcome of one file. */
async function tryFile(trial: FuzzTrial, file: string): Promise<boolean> {
  const from = formatOfFileName(file) ?? '';
  const { to = from } = values;
  const tool = values.to === undefined ? 'compress' : 'convert';
  const outcome = await trial.run({ tool, from, to, bytes: readFileSync(file) });
  console.log(JSON.stringify(outcome));
  return !isFault(outcome);
}

/** Yields the numbers from 0 to `length - 1`, then the next `length` numbers, and so on. */
function* turnsOf(length: number): Generator<readonly number[]> {
  for (let first = 0; ; first += length) yield Array.from({ length }, (_, index) => first + index);
}

await inRunFolder(async () => {
  const found: FoundPrograms = values.programs ? await findPrograms({ paths: {}, avoid: [] }) : new Map();
  const { file } = values;
  const readers = file === undefined ? await wantedReaders(found) : [];
  const trial = new FuzzTrial(found, Number(values.patience) * 1000);
  try {
    const isFine = file === undefined ? await fuzzReaders(trial, readers) : await tryFile(trial, file);
    process.exitCode = isFine ? 0 : 1;
  } finally {
    trial.dispose();
  }
});
