import type { Loss } from '../../contract/losses.ts';
import { usualConversion } from '../api/usualConversion.ts';
import { strictOptions } from '../api/options.ts';
import type { Conversion } from '../api/conversion.ts';

const noOptions = strictOptions({});

/** Creates the conversions of a user's program. They have no options unless its engine delegates a part. */
export const programConversions =
  (preference: number) =>
  (
    from: string,
    to: string,
    losses: readonly Loss[],
    options: Conversion['options'] = () => noOptions,
  ): Conversion => ({ ...usualConversion(from, to, losses, options), preference });
