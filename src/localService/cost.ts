import type { Cost } from './registry.ts';

/** "Most operations cost 1 credit" (Limits, Credits and retention, 1). */
export const oneCredit: Cost = async () => 1;
