import type { Cost } from './row.ts';

/** "Most operations cost 1 credit" (Limits, Credits and retention, 1). */
export const oneCredit: Cost = async () => 1;
