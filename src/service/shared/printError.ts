import { plainLines } from '../../util/plainText.ts';

/**
 * Writes an error, or a sentence about one, to standard error. That may be a terminal, which the words of a file or a
 * caller in it must not steer.
 */
export function printError(error: unknown): void {
  process.stderr.write(`${plainLines(error)}\n`);
}
