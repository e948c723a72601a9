import mocha from 'mocha';
import path from 'node:path';
import { root } from './paths.ts';
import { closingLines, failure, type Results } from './results.ts';

/** Collects the results of a Mocha run. Call the returned function once the run has ended. */
export function collectResults(runner: Mocha.Runner): () => Results {
  const failed: string[] = [];
  runner.on('fail', (test, { message }: { readonly message: string }) => {
    failed.push(failure(`${path.relative(root, test.file ?? '')}: ${test.fullTitle()}`, message));
  });
  return () => {
    const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
    return { passes, failures, pending, failed };
  };
}

/** Mocha's spec reporter, followed by the lines that end every run. */
export default class ClosingReporter extends mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const say = mocha.reporters.Base.consoleLog;
    const results = collectResults(runner);
    runner.on('end', () => closingLines(results()).forEach((line) => say(line)));
  }
}
