// npm run test:soak -- --runs N [LEVEL]: runs the tests N times, every other time with all cores busy, and counts
// failures.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitCode } from './support/command.ts';
import { brokenResults, parseClosingLines, type Results } from './support/results.ts';
import { inRunFolder, runFolder } from './support/run/runFolder.ts';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '4' } },
  allowPositionals: true,
});

await inRunFolder(async () => {
  const failures = new Map<string, number>();
  let redRuns = 0;
  const runs = Number(values.runs);
  for (let run = 1; run <= runs; run++) {
    const isLoaded = run % 2 === 0;
    console.log(`\n# Run ${run} of ${runs}, ${isLoaded ? 'with all cores busy' : 'idle'}`);
    const load = isLoaded ? Array.from({ length: availableParallelism() }, busyLoop) : [];
    const { failed } = await runOnce(run).finally(() => load.forEach((each) => each.kill()));
    if (failed.length > 0) redRuns++;
    for (const test of failed) failures.set(test, (failures.get(test) ?? 0) + 1);
  }
  console.log(`\n${runs} runs, ${redRuns} with failures.`);
  for (const [test, count] of failures) console.log(`${count} of ${runs}: ${test}`);
  process.exitCode = redRuns === 0 ? 0 : 1;
});

async function runOnce(run: number): Promise<Results> {
  const file = path.join(runFolder(), `soak-${run}.txt`);
  const output = openSync(file, 'w');
  const args = ['test/run.ts', ...(positionals.length > 0 ? positionals : ['test']), '--no-retry'];
  await exitCode('node', args, { output }).finally(() => closeSync(output));
  const text = readFileSync(file, 'utf8');
  console.log(text);
  return parseClosingLines(text) ?? brokenResults('The run', 'It didn’t finish.');
}

function busyLoop(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}
