/** The results of a test file, a command, or a whole run. */
export interface Results {
  readonly passes: number;
  readonly failures: number;
  readonly pending: number;
  /** A line for each failure: the test or hook, and the first line of its error. */
  readonly failed: readonly string[];
}

export const noResults: Results = { passes: 0, failures: 0, pending: 0, failed: [] };

/** A failure in one line. */
export function failure(test: string, message: string): string {
  return `${test}: ${message.split('\n', 1)[0]}`;
}

/** The results of something that didn't finish. */
export function brokenResults(test: string, message: string): Results {
  return { ...noResults, failures: 1, failed: [failure(test, message)] };
}

export function sum(all: readonly Results[]): Results {
  return all.reduce(
    (total, one) => ({
      passes: total.passes + one.passes,
      failures: total.failures + one.failures,
      pending: total.pending + one.pending,
      failed: [...total.failed, ...one.failed],
    }),
    noResults,
  );
}

/** True if something ran and nothing failed: a suite without tests proves nothing. */
export function isGreen({ passes, failures }: Results): boolean {
  return passes > 0 && failures === 0;
}

/** The counts of a run in one line. */
export function closingLine({ passes, failures, pending }: Results): string {
  return `${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`;
}

const failedMark = 'failed: ';
const countsPattern = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

/** The last lines of the output of a run: its failures and its counts. */
export function closingLines(results: Results): string[] {
  return [...results.failed.map((line) => failedMark + line), closingLine(results)];
}

/** The results in the {@link closingLines} of an output, or `undefined` if it has none. */
export function parseClosingLines(output: string): Results | undefined {
  const lines = output.split('\n');
  const end = lines.findLastIndex((line) => countsPattern.test(line));
  if (end < 0) return undefined;
  const [, passes, failures, pending = 0] = countsPattern.exec(lines[end] ?? '') ?? [];
  const start = lines.findLastIndex((line, index) => index < end && !line.startsWith(failedMark)) + 1;
  const failed = lines.slice(start, end).map((line) => line.slice(failedMark.length));
  return { passes: Number(passes), failures: Number(failures), pending: Number(pending), failed };
}
