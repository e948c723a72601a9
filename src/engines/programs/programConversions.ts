import type { Loss } from '../../contract/losses.ts';
import { type Conversion, usualConversion } from '../api/engineDescription.ts';
import { strictOptions } from '../api/options.ts';

const noOptions = strictOptions({});

/**
 * Returns a function that describes a conversion by a user's program. A conversion has no options unless `options` is
 * passed.
 */
export const programConversions =
  (preference: number) =>
  (
    from: string,
    to: string,
    losses: readonly Loss[],
    options: Conversion['options'] = () => noOptions,
  ): Conversion => ({ ...usualConversion(from, to, losses, options), preference });
