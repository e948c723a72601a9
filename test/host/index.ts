import Mocha from 'mocha';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import type { Results } from '../support/results.ts';
import { scaled } from '../support/run/slowness.ts';
import ClosingReporter, { collectResults } from '../support/reporter.ts';

/** The environment variable with the paths of this launch's bundled suites, separated as in PATH. */
export const suitesVariable = 'HOST_SUITES';

/**
 * The environment variable with the path of the results file. Without that file, an extension host that was killed
 * would look like a success.
 */
export const resultsVariable = 'HOST_RESULTS';

/** The environment variable with a prefix for every line that the reporter prints. */
export const outputMarkVariable = 'HOST_OUTPUT_MARK';

/** The environment variable with a part of the titles of the tests to run; by default, all run. */
export const grepVariable = 'HOST_GREP';

/** The entry point for VS Code's extension host: runs the suites and rejects if a test failed. */
export async function run(): Promise<void> {
  const mark = process.env[outputMarkVariable];
  if (mark) Mocha.reporters.Base.consoleLog = (...args) => console.log(mark + format(...args));
  const fgrep = process.env[grepVariable];
  const mocha = new Mocha({ timeout: scaled(150_000), reporter: ClosingReporter, ...(fgrep && { fgrep }) });
  for (const file of process.env[suitesVariable]?.split(path.delimiter) ?? []) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const results = await new Promise<Results>((resolve) => {
    const collected = collectResults(mocha.run(() => resolve(collected())));
  });
  const file = process.env[resultsVariable];
  if (file) writeFileSync(file, JSON.stringify(results));
  if (results.failures > 0) throw new Error(`${results.failures} tests failed`);
}
