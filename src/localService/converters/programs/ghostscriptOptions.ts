import * as z from 'zod/mini';
import { devices } from './ghostscriptFormats.ts';

/** Pixels an inch. */
const density = z.optional(z.int().check(z.minimum(18), z.maximum(1200)));

export const ghostscriptOptions = z.object({ density });

/** The options of a conversion into the format. */
export function ghostscriptOptionsOf(to: string): z.ZodMiniType<Record<string, unknown>> {
  return z.strictObject(devices[to]?.isPicture ? { density } : {});
}
