import type { Loss } from '../../contract/losses.ts';
import { oneCredit } from '../api/cost.ts';
import { strictOptions } from '../api/options.ts';
import type { ConversionRow } from '../api/row.ts';

const noOptions = strictOptions({});

/** Creates the rows of a user's program. They have no options unless its engine delegates a part. */
export const rowsOf =
  (preference: number) =>
  (
    from: string,
    to: string,
    losses: readonly Loss[],
    options: ConversionRow['options'] = () => noOptions,
  ): ConversionRow => ({
    from,
    to,
    lossy: losses.length > 0,
    losses,
    cost: oneCredit,
    options,
    preference,
  });
