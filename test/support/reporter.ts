import mocha from 'mocha';
import path from 'node:path';
import { root } from './paths.ts';
import { closingLine, resultsVariable, writeResults } from './results.ts';

/**
 * Mocha's spec output, a closing line, and the counts, times and failures in the file that {@link resultsVariable} names. When
 * side by side a worker dies or a file can't be loaded, Mocha fails the file, and ends the run once more for each.
 */
export default class CountingReporter extends mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const say = mocha.reporters.Base.consoleLog;
    const filesMs: Record<string, number> = {};
    const addTime = ({ file, duration = 0 }: Mocha.Runnable): void => {
      const name = path.relative(root, file ?? '');
      filesMs[name] = (filesMs[name] ?? 0) + duration;
    };
    runner.on('test end', addTime);
    runner.on('hook end', addTime);
    const failed: string[] = [];
    runner.on('fail', (test, error: Error & { file?: string }) => {
      if (error.file !== undefined) say(`Not run to its end: ${error.file}`);
      const file = path.relative(root, error.file ?? test.file ?? '');
      failed.push(`${file}: ${test.fullTitle()}\n${error.stack ?? error.message}`);
    });
    runner.on('end', () => {
      const { passes, failures, pending } = this.stats;
      say(closingLine({ passes, failures, pending }));
      const file = process.env[resultsVariable];
      if (file) writeResults(file, { passes, failures, pending, filesMs, failed });
    });
  }
}
