// npm run corpus -- FOLDER [--only KIND] [--limit N] [--seed S] [--programs] [--patience SECONDS] [--keep-going]: converts
// the files below a folder through the local service and holds what comes out against what other programs read in them.
// Prints a line a disagreement, a refusal of a file that another program reads, a crash and a hang, then one line of JSON.
import { parseArgs } from 'node:util';
import { buildOnce } from '../support/run/build.ts';
import { inRunFolder } from '../support/run/runFolder.ts';
import { collect } from './collect.ts';
import { runCorpus } from './corpus.ts';
import { corpusKinds } from './kinds.ts';
import { sampleOf } from './sample.ts';
import { isFault, type Judged, linesOf, summaryOf } from './summary.ts';

/** So many faults are enough to see that something is wrong, maybe with the programs that judge. */
const enoughFaults = 100;

const { values: flags, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    limit: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    patience: { type: 'string', default: '120' },
    programs: { type: 'boolean', default: false },
    'keep-going': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const [folder] = positionals;
const only = corpusKinds.find((kind) => kind === flags.only);
if (folder === undefined || positionals.length > 1 || (flags.only !== undefined && only === undefined)) {
  console.error(`npm run corpus -- FOLDER [--only ${corpusKinds.join('|')}] [--limit N] [--seed S] …`);
  process.exit(2);
}

await inRunFolder(async () => {
  await buildOnce();
  const found = (await collect(folder, flags.programs)).filter(
    ({ kind }) => only === undefined || kind === only,
  );
  const files = sampleOf(found, Number(flags.limit), Number(flags.seed));
  let done = 0;
  const judged = await runCorpus(files, {
    programs: flags.programs,
    patienceMs: Number(flags.patience) * 1000,
    maxFaults: flags['keep-going'] ? Infinity : enoughFaults,
    onDidJudge: (each) => {
      done += 1;
      tell(each, `${done} of ${files.length}`);
    },
  });
  console.log(JSON.stringify(summaryOf(judged)));
  process.exitCode = judged.some(isFault) ? 1 : 0;
});

/** Lines go to whoever reads them; how far it is, over and over in one line, to a terminal alone. */
function tell(judged: Judged, progress: string): void {
  const isTerminal = process.stderr.isTTY;
  if (isTerminal) process.stderr.write('\r\u{1B}[K');
  for (const line of linesOf(judged)) console.log(line);
  if (isTerminal) process.stderr.write(progress);
}
