// Judges the local service by docs/api.md in all three plans; one rule in one plan counts as one test.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { toolEnv } from '../support/command.ts';
import { root } from '../support/paths.ts';
import { isGreen, type Results, resultsVariable, writeResults } from '../support/results.ts';
import { buildOnce } from '../support/run/build.ts';
import { inRunFolder } from '../support/run/runFolder.ts';

/** What the closing line of a conformance run says. The run launches the servers itself, so a skipped rule is a failure. */
function resultsIn(line: string): Results {
  const [, passes, failures, pending] = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line) ?? [];
  if (passes === undefined) throw new Error(`The run closed with "${line}".`);
  return { passes: Number(passes), failures: Number(failures) + Number(pending), pending: 0 };
}

await inRunFolder(async () => {
  await buildOnce();
  const command = ['src/conformance/main.ts', '--launch', ...process.argv.slice(2)];
  const child = spawn('node', command, { cwd: root, env: toolEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) console.log((last = line));

  const results = resultsIn(last);
  const file = process.env[resultsVariable];
  if (file) writeResults(file, results);
  process.exitCode = isGreen(results) ? 0 : 1;
});
