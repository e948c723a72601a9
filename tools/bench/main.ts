// npm run bench [-- NAME… | --list] [--table] [--compare REF]: measures the named cases or all of them, and prints a
// line of JSON for each figure. --table also prints the table for docs/benchmarks.md. --compare prints our figures
// beside those of another commit.
import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildOnce } from '../../test/support/run/build.ts';
import { inRunFolder } from '../../test/support/run/runFolder.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { compareWith } from './compare.ts';

const columns = ['Case', 'Ours', 'Reference', 'Ratio', 'Goal', 'Runs', 'What is compared'] as const;

/** The figures as a Markdown table for docs/benchmarks.md. */
function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, ours, reference, ratio, goal, unit, runs, note }) => [
    `\`${name}\``,
    `${ours} ${unit}`,
    `${reference} ${unit}`,
    ratio,
    goal === undefined ? '–' : `≤ ${goal}`,
    runs,
    note,
  ]);
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, table: { type: 'boolean' }, compare: { type: 'string' } },
});
const folder = path.join(import.meta.dirname, 'cases');
const known = globSync('*.ts', { cwd: folder })
  .map((file) => path.parse(file).name)
  .toSorted();
const wanted = positionals.length === 0 ? known : positionals;
const unknown = wanted.filter((name) => !known.includes(name));

async function measure(): Promise<void> {
  await buildOnce();
  const figures: Figure[] = [];
  for (const name of wanted) {
    const { default: benchmark }: { default: Benchmark } = await import(path.join(folder, `${name}.ts`));
    try {
      for await (const each of benchmark()) {
        console.log(JSON.stringify(each));
        figures.push(each);
      }
    } catch (error) {
      // If one case fails, the results of the others are still useful.
      console.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      process.exitCode = 1;
    }
  }
  if (flags.table) console.log(`\n${tableOf(figures)}`);
}

if (unknown.length > 0) {
  console.error(`There is no case ${unknown.join(', ')}. The cases are ${known.join(', ')}.`);
  process.exitCode = 2;
} else if (flags.list) console.log(known.join('\n'));
else if (flags.compare === undefined) await inRunFolder(measure);
else await inRunFolder(() => compareWith(flags.compare ?? '', wanted));
// Ends everything that the engines used for comparison keep open.
process.exit();
