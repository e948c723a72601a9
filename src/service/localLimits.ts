import os from 'node:os';
import { type PollPace, pollPace } from '../contract/dialect.ts';
import type { TierLimits } from '../contract/tiers.ts';

const gibibyte = 1024 ** 3;
/** The memory for converting a large photo, with room for the system. */
const bytesPerJob = 2 * gibibyte;

/** The limits of "this computer", which depend on its processors and memory. Both halves of the local service use them. */
export const localLimits: TierLimits = {
  maxFileBytes: 2 * gibibyte,
  maxBatchFiles: 10_000,
  maxParallelJobs: Math.max(
    1,
    Math.min(4, os.availableParallelism(), Math.floor(computerMemory() / bytesPerJob)),
  ),
  maxQueuedJobs: 10_000,
};

/** The service reports ended jobs itself; polling only updates the progress. */
export const localPace: PollPace = {
  small: { ...pollPace.small, fromMs: 500, toMs: 700 },
  medium: { ...pollPace.medium, fromMs: 500, toMs: 1000 },
  large: { ...pollPace.large, fromMs: 1000, toMs: 2000 },
};

/**
 * The memory available to this process in bytes: the computer's, or its container's if that is less. Without a
 * container, `constrained` is 0 or huge.
 */
export function computerMemory(total = os.totalmem(), constrained = process.constrainedMemory()): number {
  return constrained === 0 ? total : Math.min(total, constrained);
}
