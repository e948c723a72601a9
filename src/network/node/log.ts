import { pino } from 'pino';

/** Structured lines for whoever collects them: ids, codes and times, never a key, a file's name or its content. */
export interface Log {
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

/** Writes JSON, a line each, to standard error. */
export function createLog(role: string): Log {
  const stderr = 2;
  return pino(
    { base: { role }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: stderr, sync: true }),
  );
}
