/** The results of a test file, a command, or a whole run. */
export interface Results {
  readonly passes: number;
  readonly failures: number;
  readonly pending: number;
  readonly failed: readonly Failure[];
}

export interface Failure {
  /** The full title of the test or hook. */
  readonly test: string;
  /** The error with its stack, or another description. */
  readonly error: string;
}

export const noResults: Results = { passes: 0, failures: 0, pending: 0, failed: [] };

/** An error's message, with its stack if it has one. */
export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The results of something that didn't finish. */
export function brokenResults(test: string, error: string): Results {
  return { ...noResults, failures: 1, failed: [{ test, error }] };
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

/** The last line of the output of a run, which counts its tests. */
export function closingLine({ passes, failures, pending }: Omit<Results, 'failed'>): string {
  return `${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`;
}

/** The counts in the last line of a command's output, or `undefined` if the line has none. */
export function parseClosingLine(line: string): Omit<Results, 'failed'> | undefined {
  const [, passes, failures, pending = 0] =
    /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [];
  if (passes === undefined) return undefined;
  return { passes: Number(passes), failures: Number(failures), pending: Number(pending) };
}
