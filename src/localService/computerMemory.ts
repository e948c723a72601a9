import os from 'node:os';

/** The bytes of memory that there are for this process: the computer's, or its container's where that has fewer. */
export const computerMemory: number = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
