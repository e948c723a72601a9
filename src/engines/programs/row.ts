import type { Loss } from '../../contract/losses.ts';
import { oneCredit } from '../api/cost.ts';
import { strictOptions } from '../api/options.ts';
import type { ConversionRow } from '../api/row.ts';

const noOptions = strictOptions({});

/** Makes rows of a program of the user's, which takes no options unless its own engine has others do a part. */
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
