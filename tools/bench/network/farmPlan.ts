import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A plan with practically no limits. */
export const farm = {
  id: 'farm',
  name: 'Farm',
  tier: 'Farm',
  maxFileMegabytes: 2048,
  maxBatchFiles: 10_000,
  maxParallelJobs: 100,
  maxQueuedJobs: 1_000_000,
} as const;

/** Writes the plan to a file for `FUN_PLANS_FILE`. */
export async function writePlans(folder: string): Promise<string> {
  const file = path.join(folder, 'plans.json');
  await writeFile(file, JSON.stringify([farm]));
  return file;
}
