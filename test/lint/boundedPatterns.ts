/** Patterns that can take more than linear time, by what bounds their input before they meet it. */
export const boundedPatterns: ReadonlyMap<string, string> = new Map([]);
