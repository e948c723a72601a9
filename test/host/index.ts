import Mocha from 'mocha';
import path from 'node:path';
import { format } from 'node:util';
import CountingReporter from '../support/reporter.ts';

/** The environment variable that lists the suites of this launch, bundled, separated as on PATH. */
export const suitesVariable = 'HOST_SUITES';

/** The environment variable with a mark that has to stand before every line of the reporter. */
export const outputMarkVariable = 'HOST_OUTPUT_MARK';

/** For hangs only. */
const timeoutMs = 300_000;

/** What VS Code's extension host calls: runs the suites and rejects when a test failed. */
export async function run(): Promise<void> {
  const mark = process.env[outputMarkVariable];
  if (mark) Mocha.reporters.Base.consoleLog = (...args) => console.log(mark + format(...args));
  const mocha = new Mocha({ timeout: timeoutMs, reporter: CountingReporter });
  for (const file of process.env[suitesVariable]?.split(path.delimiter) ?? []) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
