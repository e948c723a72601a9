import * as z from 'zod/mini';
import { oneCredit } from '../api/cost.ts';
import type { ConversionRow } from '../api/row.ts';
import type { ProgramId } from './programs.ts';

const noOptions = z.strictObject({});

/** Makes rows of a program of the user's, which takes no options unless its own engine has others do a part. */
export const rowsOf =
  (engine: ProgramId) =>
  (
    from: string,
    to: string,
    drops: readonly string[],
    options: ConversionRow['options'] = noOptions,
  ): ConversionRow => ({ from, to, engine, lossy: drops.length > 0, drops, cost: oneCredit, options });
