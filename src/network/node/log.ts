import { pino } from 'pino';
import { printError, printErrorsTo } from '../../service/faults.ts';

/** Structured lines for a log collector: ids, codes, and times, but no keys, names of files, or contents. */
export interface NodeLog {
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

/** Writes a line of JSON per entry to standard error. */
export function createLog(role: string): NodeLog {
  const stderr = 2;
  return pino(
    { base: { role }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: stderr, sync: true }),
  );
}

/** Turns everything that this process would write to standard error from now on into entries of the log. */
export function logOtherOutput(log: NodeLog): void {
  printErrorsTo((text) => log.error({ reason: text }, 'Failed unexpectedly'));
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn({ reason: `${name}: ${message}` }, 'Node.js warns'));
  process.on('uncaughtException', (error) => {
    printError(error);
    process.exit(1);
  });
}
