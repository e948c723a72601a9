import { pino } from 'pino';
import { printError, printErrorsTo } from '../../service/faults.ts';

/** Writes structured log entries with ids, codes, and times, but without keys, file names, or file contents. */
export type NodeLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Writes each entry to standard error as a line of JSON. */
export function createLog(role: string): NodeLog {
  const stderr = 2;
  return pino(
    { base: { role }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: stderr, sync: true }),
  );
}

/** Converts everything else that this process writes to standard error from now on into log entries. */
export function logOtherOutput(log: NodeLog): void {
  printErrorsTo((text) => log.error({ reason: text }, 'Unexpected error'));
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) =>
    log.warn({ reason: `${name}: ${message}` }, 'Node.js warning'),
  );
  process.on('uncaughtException', (error) => {
    printError(error);
    process.exit(1);
  });
}
