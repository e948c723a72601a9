import os from 'node:os';
import type { TierLimits } from '../contract/tiers.ts';

const gibibyte = 1024 ** 3;
/** What a conversion of a large photo may need, with room for the system. */
const bytesPerJob = 2 * gibibyte;

/** The limits of "this computer", set by its processors and memory. Both halves of the local service know them. */
export const localLimits: TierLimits = {
  maxFileBytes: 2 * gibibyte,
  maxBatchFiles: 1000,
  maxParallelJobs: Math.max(
    1,
    Math.min(4, os.availableParallelism(), Math.floor(os.totalmem() / bytesPerJob)),
  ),
  maxQueuedJobs: 1000,
};
