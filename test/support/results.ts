import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { cache } from './paths.ts';

const resultsSchema = z.object({
  passes: z.number(),
  failures: z.number(),
  pending: z.number(),
  /** How long the tests and hooks of each file took. */
  filesMs: z.optional(z.record(z.string(), z.number())),
  /** Each failed test: its file and title, then its error. */
  failed: z.optional(z.array(z.string())),
});

/** What one run of a suite came to. */
export type Results = z.infer<typeof resultsSchema>;

/** The environment variable that names the file a run writes its results to. */
export const resultsVariable = 'TEST_RESULTS';

/** The results file of the run called `name`, cleared of what an earlier run left. */
export function newResultsFile(name: string): string {
  const file = path.join(cache, 'results', `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

export function writeResults(file: string, results: Results): void {
  writeFileSync(file, JSON.stringify(results));
}

/** Reads what a run wrote. A run that died before its end wrote nothing: that counts as one failure. */
export function readResults(file: string): Results {
  try {
    return resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    console.error(`${path.basename(file, '.json')} ended without results.`);
    return { passes: 0, failures: 1, pending: 0 };
  }
}

export function sum(all: readonly Results[]): Results {
  return all.reduce(
    (total, one) => ({
      passes: total.passes + one.passes,
      failures: total.failures + one.failures,
      pending: total.pending + one.pending,
      filesMs: { ...total.filesMs, ...one.filesMs },
      failed: [...(total.failed ?? []), ...(one.failed ?? [])],
    }),
    { passes: 0, failures: 0, pending: 0, filesMs: {}, failed: [] },
  );
}

/** Whether something ran and nothing failed: a suite without tests proves nothing. */
export function isGreen({ passes, failures }: Results): boolean {
  return passes > 0 && failures === 0;
}

/** The closing line of every level. */
export function closingLine({ passes, failures }: Results): string {
  return `${passes} passed, ${failures} failed`;
}
