import mocha from 'mocha';
import { closingLine, resultsVariable, writeResults } from './results.ts';

/** Mocha's spec output, a closing line, and the counts in the file that {@link resultsVariable} names. */
export default class CountingReporter extends mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      mocha.reporters.Base.consoleLog(closingLine({ passes, failures, pending }));
      const file = process.env[resultsVariable];
      if (file) writeResults(file, { passes, failures, pending });
    });
  }
}
