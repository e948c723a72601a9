import mocha from 'mocha';
import path from 'node:path';
import { root } from './paths.ts';
import { closingLine, resultsVariable, writeResults } from './results.ts';

/** Mocha's spec output, a closing line, and the counts in the file that {@link resultsVariable} names. */
export default class CountingReporter extends mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const filesMs: Record<string, number> = {};
    const addTime = ({ file, duration = 0 }: Mocha.Runnable): void => {
      const name = path.relative(root, file ?? '');
      filesMs[name] = (filesMs[name] ?? 0) + duration;
    };
    runner.on('test end', addTime);
    runner.on('hook end', addTime);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      mocha.reporters.Base.consoleLog(closingLine({ passes, failures, pending }));
      const file = process.env[resultsVariable];
      if (file) writeResults(file, { passes, failures, pending, filesMs });
    });
  }
}
