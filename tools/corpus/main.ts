// npm run corpus -- FOLDER: converts the files in a folder with the local service, and compares the results with what
// other programs read. Prints a line for each disagreement, refusal of a file that another program reads, crash, and
// hang, and finally one line of JSON. With --debian it uses files from Debian packages.
import path from 'node:path';
import { buildOnce } from '../../test/support/run/build.ts';
import { inRunFolder, runFolder } from '../../test/support/run/runFolder.ts';
import { type CorpusArguments, parseCorpusArguments, usage } from './arguments.ts';
import { collect } from './collect.ts';
import { runCorpus } from './corpus.ts';
import { unpackCollection } from './debian/collection.ts';
import { sampleOf } from './sample.ts';
import { isFault, type CorpusResult, linesOf, summaryOf } from './summary.ts';

const parsed = parseCorpusArguments(process.argv.slice(2));
if (parsed === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else {
  await inRunFolder(async () => holdAgainst(parsed));
}

async function holdAgainst({ folder, only, limit, seed, ...options }: CorpusArguments): Promise<void> {
  await buildOnce();
  const found = await collect(folder ?? (await debianFolder()), options.programs);
  const wanted = found.filter(({ kind }) => only === undefined || kind === only);
  const files = sampleOf(wanted, limit, seed);
  let done = 0;
  const onDidConvert = (result: CorpusResult): void => {
    done += 1;
    show(result, `${done} of ${files.length}`);
  };
  const results = await runCorpus(files, { ...options, onDidConvert: onDidConvert });
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
