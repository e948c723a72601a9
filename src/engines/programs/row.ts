import * as z from 'zod/mini';
import { oneCredit } from '../api/cost.ts';
import type { ConversionRow } from '../api/row.ts';

const noOptions = z.strictObject({});

/** Makes rows of a program of the user's, which takes no options unless its own engine has others do a part. */
export const rowsOf =
  (preference: number) =>
  (
    from: string,
    to: string,
    drops: readonly string[],
    options: ConversionRow['options'] = noOptions,
  ): ConversionRow => ({
    from,
    to,
    lossy: drops.length > 0,
    drops,
    cost: oneCredit,
    options,
    preference,
  });
