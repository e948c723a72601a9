import os from 'node:os';
import { type PollPace, pollPace } from '../contract/dialect.ts';
import type { TierLimits } from '../contract/tiers.ts';

const gibibyte = 1024 ** 3;
/** What a conversion of a large photo may need, with room for the system. */
const bytesPerJob = 2 * gibibyte;

/** The limits of "this computer", set by its processors and memory. Both halves of the local service know them. */
export const localLimits: TierLimits = {
  maxFileBytes: 2 * gibibyte,
  maxBatchFiles: 10_000,
  maxParallelJobs: Math.max(
    1,
    Math.min(4, os.availableParallelism(), Math.floor(computerMemory() / bytesPerJob)),
  ),
  maxQueuedJobs: 10_000,
};

/** It says itself when a job has ended; asking besides is for what shows how far one is. */
export const localPace: PollPace = {
  small: { ...pollPace.small, fromMs: 500, toMs: 700 },
  medium: { ...pollPace.medium, fromMs: 500, toMs: 1000 },
  large: { ...pollPace.large, fromMs: 1000, toMs: 2000 },
};

/**
 * The bytes of memory that there are for this process: the computer's, or those of its container where that has fewer.
 * Without a container, `constrained` is 0 or beyond all measure.
 */
export function computerMemory(total = os.totalmem(), constrained = process.constrainedMemory()): number {
  return constrained === 0 ? total : Math.min(total, constrained);
}
