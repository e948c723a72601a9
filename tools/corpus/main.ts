// npm run corpus -- FOLDER [--limit N] [--seed S]: converts the files in a folder with the local service, and compares
// the results with what other programs read. Prints a line for each disagreement, refusal of a file that another program
// reads, crash, and hang, and finally the number of files with each verdict.
import { parseArgs } from 'node:util';
import { buildOnce } from '../../test/support/run/build.ts';
import { inRunFolder } from '../../test/support/run/runFolder.ts';
import { collect, sampleOf } from './collect.ts';
import { runCorpus } from './corpus.ts';
import { isFault, linesOf } from './verdict.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: 'Infinity' }, seed: { type: 'string', default: '1' } },
});
const [folder] = positionals;

if (folder === undefined || positionals.length > 1) {
  console.error('npm run corpus -- FOLDER [--limit N] [--seed S]');
  process.exitCode = 2;
} else
  await inRunFolder(async () => {
    await buildOnce();
    const files = sampleOf(await collect(folder), Number(values.limit), Number(values.seed));
    const results = await runCorpus(files, (result) => linesOf(result).forEach((line) => console.log(line)));
    const byVerdict = Map.groupBy(results, ({ verdict }) => verdict.is);
    console.log([...byVerdict].map(([is, all]) => `${all.length} ${is}`).join(', '));
    process.exitCode = results.some(isFault) ? 1 : 0;
  });
