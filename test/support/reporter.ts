import mocha from 'mocha';
import { closingLine, errorText, type Failure, type Results } from './results.ts';

/** Collects the results of a Mocha run. Call the returned function once the run has ended. */
export function collectResults(runner: Mocha.Runner): () => Results {
  const failed: Failure[] = [];
  runner.on('fail', (test, error: Error) => {
    failed.push({ test: test.fullTitle(), error: errorText(error) });
  });
  return () => {
    const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
    return { passes, failures, pending, failed };
  };
}

/** Mocha's spec reporter, followed by the last line that every run has. */
export default class ClosingReporter extends mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const say = mocha.reporters.Base.consoleLog;
    const results = collectResults(runner);
    runner.on('end', () => say(closingLine(results())));
  }
}
