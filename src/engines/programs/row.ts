import type { Loss } from '../../contract/losses.ts';
import { conversionRow } from '../api/conversionRow.ts';
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
  ): ConversionRow => ({ ...conversionRow(from, to, losses, options), preference });
