// npm run fuzz -- [--seed S] [--minutes M] [--only ENGINE|FORMAT|ENGINE/FORMAT] [--case N] [--programs]
// npm run fuzz -- --file FILE [--to FORMAT]
// Prints each finding as a sentence with the command that reproduces it, and finally the results as one line of JSON.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatOfFileName } from '../../src/contract/formats/naming.ts';
import { findPrograms, type FoundPrograms } from '../../src/engines/programs/findPrograms.ts';
import { inRunFolder } from '../../test/support/run/runFolder.ts';
import { withPrograms } from '../../test/support/service/standalone.ts';
import { readersNamed, readersWith } from './cases/readers.ts';
import { variantsByFormat } from './cases/samples.ts';
import { keepFinding } from './findings.ts';
import { commandFor, fuzz, type NotableCase, signatureOf } from './fuzz.ts';
import { FuzzTrial, isFault } from './trial.ts';

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

async function fuzzReaders(trial: FuzzTrial): Promise<boolean> {
  const found: FoundPrograms = values.programs ? await findPrograms({ paths: {}, avoid: [] }) : new Map();
  const all = readersWith(found);
  const named = values.only === undefined ? all : readersNamed(all, values.only);
  const readers = named.map((reader) => ({
    ...reader,
    samples: [...reader.samples, ...(variantsByFormat.get(reader.from) ?? [])],
  }));
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

/** Prints a finding, and keeps a fault for the tests, in a smaller file if possible. */
async function tell(notice: NotableCase, trial: FuzzTrial): Promise<void> {
  const { reader, fuzzCase, outcome } = notice;
  const what = `${path.basename(fuzzCase.sample)} to ${fuzzCase.to} (${commandFor(notice, seed)})`;
  if (!isFault(outcome)) return console.error(`${outcome.kind}: ${what}`);
  const found = signatureOf(reader.engine, outcome);
  console.error(`${found}: ${what}`);
  const end = Date.now() + minuteMs;
  const bytes = await minimized(fuzzCase.bytes, async (fewer) => {
    if (Date.now() > end) return false;
    const again = await trial.run({ ...fuzzCase, bytes: fewer });
    return isFault(again) && signatureOf(reader.engine, again) === found;
  });
  const { file } = keepFinding(reader.engine, { ...fuzzCase, bytes }, found);
  console.error(`  kept as ${file}, ${bytes.length} bytes`);
}

/** A smaller file with the same fault: removes pieces, larger ones first (delta debugging, by Zeller). */
async function minimized(bytes: Buffer, shows: (bytes: Buffer) => Promise<boolean>): Promise<Buffer> {
  let smallest = bytes;
  for (let length = Math.ceil(bytes.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < smallest.length;) {
      const rest = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + length)]);
      if (rest.length > 0 && (await shows(rest))) smallest = rest;
      else at += length;
    }
  }
  return smallest;
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
  const trial = new FuzzTrial(Number(values.patience) * 1000, values.programs ? withPrograms : {});
  try {
    const isFine = values.file === undefined ? await fuzzReaders(trial) : await tryFile(trial, values.file);
    process.exitCode = isFine ? 0 : 1;
  } finally {
    await trial.dispose();
  }
});
