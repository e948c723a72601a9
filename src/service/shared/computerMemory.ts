import os from 'node:os';

/**
 * The bytes of memory that there are for this process: the computer's, or those of its container where that has fewer.
 * Without a container, `constrained` is 0 or beyond all measure.
 */
export function computerMemory(total = os.totalmem(), constrained = process.constrainedMemory()): number {
  return constrained === 0 ? total : Math.min(total, constrained);
}
